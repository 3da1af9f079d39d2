import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileInfo } from '@timbermark/contract'
import type { BlobStore } from './blobs.ts'
import type { Database, Db } from './database.ts'
import { inspectFile, publicCopy } from './images.ts'
import { Refusal } from './refusal.ts'
import type { Secrets } from './secrets.ts'
import { sql } from './sql.ts'

interface FileRow {
  id: string
  name: string
  type: string
  extension: string
  size: number
  sha256: string
  public_sha256: string | null
  is_public: boolean
}

/** A link works from one to two hours: its end is rounded, so that the same picture keeps the same address meanwhile. */
const linkSeconds = 3600

/** Uploaded files: rows know whose they are, bytes are kept by content hash, links are signed and run out. */
export class Files {
  readonly #database: Database
  readonly #secrets: Secrets
  readonly blobs: BlobStore

  constructor(database: Database, secrets: Secrets, blobs: BlobStore) {
    this.#database = database
    this.#secrets = secrets
    this.blobs = blobs
  }

  /**
   * Keeps an uploaded file. Its type is decided by its content.
   * @throws Refusal fileType, fileBroken
   */
  async keep(
    db: Db,
    tenantId: number,
    accountId: number | null,
    name: string,
    content: Buffer,
    extensions: readonly string[],
    id?: string,
  ): Promise<FileInfo> {
    const found = await inspectFile(content, [...extensions])
    const blob = await this.blobs.put(content)
    const copy = found.type.startsWith('image/')
      ? await this.blobs.put(await publicCopy(content, { maxPixels: 1600 }))
      : undefined
    const row: FileRow = {
      id: id ?? randomBytes(18).toString('base64url'),
      name: name.replace(/[\p{Cc}/\\]/gu, '_').slice(-200),
      type: found.type,
      extension: found.extension,
      size: blob.size,
      sha256: blob.sha256,
      public_sha256: copy?.sha256 ?? null,
      is_public: false,
    }
    await db.execute(sql`
      insert into file_object (id, tenant_id, name, type, extension, size, sha256, public_sha256, created_by)
      values (${row.id}, ${tenantId}, ${row.name}, ${row.type}, ${row.extension}, ${row.size}, ${row.sha256}, ${row.public_sha256}, ${accountId})`)
    return this.info(row)
  }

  /** What rows carry of a file. The address needs no session: it is signed for about an hour. */
  info(row: Pick<FileRow, 'id' | 'name' | 'size' | 'type'>): FileInfo {
    const until = Math.ceil(Date.now() / 1000 / linkSeconds) * linkSeconds + linkSeconds
    return {
      id: row.id,
      name: row.name,
      size: row.size,
      type: row.type,
      url: `/api/file/${row.id}?until=${until}&sign=${this.#sign(row.id, until)}`,
    }
  }

  /** Infos by id; ids of other tenants are simply not found. */
  async infos(db: Db, ids: readonly string[]): Promise<Map<string, FileInfo>> {
    if (ids.length === 0) return new Map()
    const rows = await db.query<FileRow>(
      sql`select id, name, type, size from file_object where id = any(${[...new Set(ids)]})`,
    )
    return new Map(rows.map(row => [row.id, this.info(row)]))
  }

  /** Binds files to the record they were saved with. @throws Refusal fileMissing when one is not the tenant's. */
  async claim(db: Db, owner: string, ids: readonly string[], isPublic: boolean): Promise<void> {
    if (ids.length === 0) return
    const unique = [...new Set(ids)]
    const touched = await db.execute(
      sql`update file_object set owner = coalesce(owner, ${owner}), is_public = is_public or ${isPublic} where id = any(${unique})`,
    )
    if (touched !== unique.length) throw new Refusal('fileMissing')
  }

  /** Content for a signed link, or the stripped public copy for public files. */
  async open(id: string, until: string | undefined, sign: string | undefined, wantsPublic: boolean) {
    if (!/^[A-Za-z0-9_-]{22,43}$/.test(id)) throw new Refusal('notFound')
    const signed = until !== undefined && sign !== undefined && this.#signed(id, until, sign)
    const row = await this.#database.acrossTenants('public-file', db =>
      db.maybe<FileRow>(
        sql`select id, name, type, extension, size, sha256, public_sha256, is_public from file_object where id = ${id}`,
      ),
    )
    if (!row || !(signed || (wantsPublic && row.is_public))) throw new Refusal('notFound')
    const hash = !signed && row.public_sha256 ? row.public_sha256 : row.sha256
    const type = !signed && row.public_sha256 ? 'image/webp' : row.type
    const stream = await this.blobs.get(hash)
    return { stream: Readable.from(stream), type, name: row.name, etag: hash }
  }

  #sign(id: string, until: number): string {
    return this.#secrets.mac('file-link', `${id}:${until}`).subarray(0, 16).toString('base64url')
  }

  #signed(id: string, until: string, sign: string): boolean {
    if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 < Date.now()) return false
    const given = Buffer.from(sign, 'base64url')
    const expected = Buffer.from(this.#sign(id, Number(until)), 'base64url')
    return given.length === expected.length && given.equals(expected)
  }
}
