import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type AnyEntity, entities, type FileInfo, tableOf } from '@timbermark/contract'
import type { BlobStore } from './blobs/blobs.ts'
import type { Database, Db } from '../database/database.ts'
import { type FileExtension, inspectFile, nameEndingAs, publicCopy } from './images/images.ts'
import { publicFilm } from './images/film.ts'
import { publicTypeOf } from './public-type.ts'
import { Refusal } from '../refusal.ts'
import type { Secrets } from '../installation/secrets.ts'
import { identifier, sql } from '../database/sql.ts'

interface FileRow {
  id: string
  name: string
  type: string
  extension: string
  size: number
  sha256: string
  public_sha256: string | null
  is_public: boolean
  tenant_id: number
  owner: string | null
}

/** Facts about the bytes of a stored file. */
type Stored = Omit<FileRow, 'id' | 'name' | 'extension' | 'is_public' | 'tenant_id' | 'owner'> & {
  extension: FileExtension
}

/** Tables of the platform's records: not all of them have a tenant. */
const shared = new Set((entities as readonly AnyEntity[]).filter(entity => entity.tenancy === 'platform').map(tableOf))

/** Largest total of an account's uploads per day. */
export const dailyBytes = 200 * 1024 * 1024

/** Removes invisible and text-direction characters from a name: `gpj.exe` must not read as `exe.jpg`. */
function cleanName(name: string): string {
  return name.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}/\\]/gu, '_').slice(-200)
}

/** A link works from one to two hours: its end is rounded, so that the same picture keeps the same URL meanwhile. */
const linkSeconds = 3600

/** Uploaded files: rows record their owner, bytes are stored by content hash, links are signed and expire. */
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
   * Reserves an upload in its account's daily limit, before its bytes are written: simultaneous uploads see each other,
   * and removing a file gives nothing back.
   * @returns the reservation that `release` takes
   * @throws Refusal tooMany
   */
  async reserve(db: Db, tenantId: number, accountId: number, bytes: number): Promise<number> {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`upload/${accountId}`}, 0))`)
    const used = await db.one<{ bytes: number }>(sql`
      select coalesce(sum(bytes), 0)::bigint as bytes from upload_use
      where tenant_id = ${tenantId} and account_id = ${accountId} and used_at > now() - interval '1 day'`)
    if (used.bytes + bytes > dailyBytes) throw new Refusal('tooMany', { seconds: 3600 })
    const { id } = await db.one<{ id: number }>(
      sql`insert into upload_use (tenant_id, account_id, bytes) values (${tenantId}, ${accountId}, ${bytes}) returning id`,
    )
    return id
  }

  /** Cancels the reservation of an upload of which nothing was stored. */
  async release(db: Db, tenantId: number, reservation: number): Promise<void> {
    await db.execute(sql`delete from upload_use where tenant_id = ${tenantId} and id = ${reservation}`)
  }

  /**
   * Writes the bytes of a file, and of its public copy. The content decides its type. Needs no transaction: bytes that
   * no row refers to are removed later.
   * @throws Refusal fileType, fileBroken
   */
  async store(content: Buffer, extensions: readonly string[]): Promise<Stored> {
    const inspected = await inspectFile(content, [...extensions])
    const blob = await this.blobs.put(content)
    const copy = await this.#copyFor(inspected.type, content)
    return {
      type: inspected.type,
      extension: inspected.extension,
      size: blob.size,
      sha256: blob.sha256,
      public_sha256: copy?.sha256 ?? null,
    }
  }

  /** Stores the public copy of a picture or film, without the place where it was made; any other file is shown unchanged. */
  async #copyFor(type: string, content: Buffer): Promise<{ sha256: string } | undefined> {
    if (type.startsWith('image/')) return this.blobs.put(await publicCopy(content, { maxPixels: 1600 }))
    if (type !== 'video/mp4') return undefined
    const film = publicFilm(content)
    return film.equals(content) ? undefined : this.blobs.put(film)
  }

  /** Creates the row of a file whose bytes have been stored. */
  async enter(
    db: Db,
    tenantId: number,
    accountId: number | null,
    fileName: string,
    stored: Stored,
    id = randomBytes(18).toString('base64url'),
  ): Promise<FileInfo> {
    const row = { ...stored, id, name: cleanName(nameEndingAs(cleanName(fileName), stored.extension)) }
    await db.execute(sql`
      insert into file_object (id, tenant_id, name, type, extension, size, sha256, public_sha256, created_by)
      values (${row.id}, ${tenantId}, ${row.name}, ${row.type}, ${row.extension}, ${row.size}, ${row.sha256}, ${row.public_sha256}, ${accountId})`)
    return this.info(row)
  }

  /**
   * Stores a small file within a transaction: `reserve`, `store` and `enter` in one.
   * @throws Refusal fileType, fileBroken, tooMany
   */
  async storeAndEnter(
    db: Db,
    tenantId: number,
    accountId: number | null,
    fileName: string,
    content: Buffer,
    extensions: readonly string[],
    id?: string,
  ): Promise<FileInfo> {
    if (accountId !== null) await this.reserve(db, tenantId, accountId, content.length)
    return this.enter(db, tenantId, accountId, fileName, await this.store(content, extensions), id)
  }

  /** What rows answer about a file. Its URL needs no session: it is signed for about an hour. */
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

  /** Infos by id, of files of the transaction's tenant; ids of others are not found. */
  async infos(db: Db, ids: readonly string[]): Promise<Map<string, FileInfo>> {
    if (ids.length === 0) return new Map()
    const rows = await db.query<FileRow>(
      sql`select id, name, type, size from file_object where tenant_id = ${db.tenant ?? null} and id = any(${[...new Set(ids)]})`,
    )
    return new Map(rows.map(row => [row.id, this.info(row)]))
  }

  /**
   * Binds files of the transaction's tenant to the record they were saved with. Public files may be seen by anyone as
   * long as the record shows them.
   * @throws Refusal fileMissing when one does not belong to the tenant
   */
  async claim(db: Db, owner: string, ids: readonly string[], isPublic: boolean): Promise<void> {
    if (ids.length === 0) return
    const unique = [...new Set(ids)]
    const touched = await db.execute(
      sql`
        update file_object set owner = coalesce(owner, ${owner}), is_public = is_public or ${isPublic}
        where tenant_id = ${db.tenant ?? null} and id = any(${unique})`,
    )
    if (touched !== unique.length) throw new Refusal('fileMissing')
    if (isPublic)
      await db.execute(sql`
        insert into file_showing (tenant_id, file_id, owner)
        select tenant_id, id, ${owner} from file_object where tenant_id = ${db.tenant ?? null} and id = any(${unique}) and owner <> ${owner}
        on conflict do nothing`)
  }

  /**
   * Does a record still show this file? Checked for every request without a signature, so that no change or removal of
   * a record can leave its pictures open. An id is 24 random letters: a row that contains it shows it. Stage reports,
   * which are never edited, are named by their report's id and keep showing their files.
   */
  async #isShown(db: Db, { id, tenant_id, owner }: Pick<FileRow, 'id' | 'owner' | 'tenant_id'>): Promise<boolean> {
    const others = await db.query<{ owner: string }>(
      sql`select owner from file_showing where tenant_id = ${tenant_id} and file_id = ${id}`,
    )
    for (const record of [owner, ...others.map(other => other.owner)]) {
      const [table, key = ''] = record?.split('/') ?? []
      if (!table) continue
      if (!/^\d{1,15}$/.test(key)) return true
      const ofTenant = shared.has(table) ? sql`true` : sql`t.tenant_id = ${tenant_id}`
      const row = await db.maybe(
        sql`select 1 from ${identifier(table)} t where ${ofTenant} and t.id = ${Number(key)} and position(${id} in t::text) > 0`,
      )
      if (row) return true
    }
    return false
  }

  /** Content for a signed link, or the stripped public copy of a public file. */
  async open(id: string, until: string | undefined, sign: string | undefined, wantsPublic: boolean) {
    if (!/^[A-Za-z0-9_-]{22,43}$/.test(id)) throw new Refusal('notFound')
    const signed = until !== undefined && sign !== undefined && this.#isSigned(id, until, sign)
    const row = await this.#database.acrossTenants('public-file', async db => {
      const file = await db.maybe<FileRow>(
        sql`select id, name, type, extension, size, sha256, public_sha256, is_public, tenant_id, owner from file_object where id = ${id}`,
      )
      if (!file || signed) return file
      return wantsPublic && file.is_public && (await this.#isShown(db, file)) ? file : undefined
    })
    if (!row) throw new Refusal('notFound')
    const hash = !signed && row.public_sha256 ? row.public_sha256 : row.sha256
    const type = signed ? row.type : publicTypeOf(row.type, row.public_sha256)
    const stream = await this.blobs.get(hash)
    return { stream: Readable.from(stream), type, name: row.name, etag: hash }
  }

  #sign(id: string, until: number): string {
    return this.#secrets.mac('file-link', `${id}:${until}`).subarray(0, 16).toString('base64url')
  }

  #isSigned(id: string, until: string, sign: string): boolean {
    if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 < Date.now()) return false
    const signature = Buffer.from(sign, 'base64url')
    const expected = Buffer.from(this.#sign(id, Number(until)), 'base64url')
    return signature.length === expected.length && signature.equals(expected)
  }
}
