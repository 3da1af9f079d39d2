/**
 * Uploads in pieces, over unreliable networks. Received pieces are stored by account and content hash, so that a client that
 * sends the same file again continues where it stopped: after a lost connection, a killed server, on another phone. Knowing the
 * hash of a file gives no access to it: an account must have sent all of it.
 */
import { createHash } from 'node:crypto'
import type { FileInfo } from '@timbermark/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Files } from '../../platform/files/files.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'

/** Identifies a file by content. */
interface WantedFile {
  sha256: string
  bytes: number
}

export interface Progress {
  have: number
  file: FileInfo | null
}

interface Upload {
  id: number
  have: number
  use_id: number
  file_id: string | null
}

/** Unfinished files per account; beyond this number the one that was idle longest is removed. */
const maxUnfinished = 50

/** Two phones of one account that send the same file take turns. */
async function waitForTurn(db: Db, { accountId }: Actor): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`upload/${accountId}`}, 0))`)
}

const findUpload = (
  db: Db,
  { tenantId, accountId }: Actor,
  { sha256, bytes }: WantedFile,
): Promise<Upload | undefined> =>
  db.maybe<Upload>(sql`
    select id, have, use_id, file_id from upload
    where tenant_id = ${tenantId} and account_id = ${accountId} and sha256 = ${sha256} and bytes = ${bytes}`)

/** Finds a file that no record has claimed yet. A claimed file belongs to its record and must be sent again for another one. */
async function findUnclaimedFile(
  db: Db,
  files: Files,
  { tenantId }: Actor,
  id: string | null,
): Promise<FileInfo | null> {
  if (id === null) return null
  const row = await db.maybe<{ id: string; name: string; size: number; type: string }>(
    sql`select id, name, size, type from file_object where tenant_id = ${tenantId} and id = ${id} and owner is null`,
  )
  return row ? files.info(row) : null
}

/** Loads how much of a file has been received. */
export async function loadProgress(db: Db, files: Files, actor: Actor, wanted: WantedFile): Promise<Progress> {
  const upload = await findUpload(db, actor, wanted)
  const file = await findUnclaimedFile(db, files, actor, upload?.file_id ?? null)
  if (file) return { have: wanted.bytes, file }
  return { have: upload && upload.file_id === null ? resumeOffset(upload, wanted) : 0, file: null }
}

/** If the server stopped between the last piece and creating the file, the last byte is requested again. */
const resumeOffset = ({ have }: Upload, { bytes }: WantedFile) => Math.min(have, bytes - 1)

/**
 * Stores the new bytes of a piece. A piece that leaves a gap is ignored; the answer says where to continue.
 * @throws Refusal tooMany
 */
export function storePiece(
  { database, files }: Services,
  actor: Actor,
  wanted: WantedFile & { offset: number },
  content: Buffer,
): Promise<Progress> {
  const { tenantId, accountId } = actor
  return database.withTenant(tenantId, async db => {
    await waitForTurn(db, actor)
    let upload = await findUpload(db, actor, wanted)
    if (upload && upload.file_id !== null) {
      const file = await findUnclaimedFile(db, files, actor, upload.file_id)
      if (file) return { have: wanted.bytes, file }
      await db.execute(sql`delete from upload where tenant_id = ${tenantId} and id = ${upload.id}`)
      upload = undefined
    }
    upload ??= await beginUpload(db, files, actor, wanted)
    const have = upload.have
    const fresh =
      wanted.offset > have ? Buffer.alloc(0) : content.subarray(have - wanted.offset, wanted.bytes - wanted.offset)
    if (fresh.length === 0) return { have, file: null }
    await db.execute(sql`
      insert into upload_piece (tenant_id, upload_id, first_byte, content)
      values (${tenantId}, ${upload.id}, ${have}, ${fresh})`)
    await db.execute(sql`
      update upload set have = ${have + fresh.length}, touched_at = now()
      where tenant_id = ${tenantId} and account_id = ${accountId} and id = ${upload.id}`)
    return { have: have + fresh.length, file: null }
  })
}

async function beginUpload(db: Db, files: Files, actor: Actor, { sha256, bytes }: WantedFile): Promise<Upload> {
  const { tenantId, accountId } = actor
  await db.execute(sql`
    delete from upload u where u.tenant_id = ${tenantId} and u.id in (
      select o.id from upload o where o.tenant_id = ${tenantId} and o.account_id = ${accountId} and o.file_id is null
      order by o.touched_at desc offset ${maxUnfinished - 1})`)
  const useId = await files.reserve(db, tenantId, accountId, bytes)
  return db.one<Upload>(sql`
    insert into upload (tenant_id, account_id, sha256, bytes, use_id) values (${tenantId}, ${accountId}, ${sha256}, ${bytes}, ${useId})
    returning id, have, use_id, file_id`)
}

/**
 * Creates the file when all bytes have been received.
 * @throws Refusal fileDamaged when the hash differs, fileType, fileBroken; the file must be sent again then
 */
export async function finishPieces(
  { database, files }: Services,
  actor: Actor,
  wanted: WantedFile & { fileName: string },
  extensions: readonly string[],
): Promise<Progress> {
  const { tenantId, accountId } = actor
  const assembled = await database.withTenant(tenantId, async db => {
    const upload = await findUpload(db, actor, wanted)
    const pieces = upload
      ? await db.query<{ content: Buffer }>(sql`
          select content from upload_piece where tenant_id = ${tenantId} and upload_id = ${upload.id} order by first_byte`)
      : []
    return { upload, content: Buffer.concat(pieces.map(piece => piece.content)) }
  })
  const { upload, content } = assembled
  // Another phone of the same account was faster.
  if (!upload || upload.file_id !== null)
    return database.withTenant(tenantId, db => loadProgress(db, files, actor, wanted))
  const discardUpload = () =>
    database.withTenant(tenantId, async db => {
      await waitForTurn(db, actor)
      const gone = await db.execute(
        sql`delete from upload where tenant_id = ${tenantId} and id = ${upload.id} and file_id is null`,
      )
      if (gone > 0) await files.release(db, tenantId, upload.use_id)
    })
  if (createHash('sha256').update(content).digest('hex') !== wanted.sha256) {
    await discardUpload()
    throw new Refusal('fileDamaged')
  }
  // Done without a connection, because checking a picture takes longer than the database work.
  const stored = await files.store(content, extensions).catch(async (error: unknown) => {
    if (error instanceof Refusal) await discardUpload()
    throw error
  })
  return database.withTenant(tenantId, async db => {
    await waitForTurn(db, actor)
    const now = await findUpload(db, actor, wanted)
    if (now?.id !== upload.id || now.file_id !== null) return loadProgress(db, files, actor, wanted)
    const file = await files.enter(db, tenantId, accountId, wanted.fileName, stored)
    await db.execute(sql`
      update upload set file_id = ${file.id}, touched_at = now() where tenant_id = ${tenantId} and id = ${upload.id}`)
    await db.execute(sql`delete from upload_piece where tenant_id = ${tenantId} and upload_id = ${upload.id}`)
    return { have: wanted.bytes, file }
  })
}

/** Unfinished files wait this long for the missing bytes: a phone may be without a network for days. */
const waitDays = 3

/** Removes uploads without activity, finished or not. @returns the number of removed uploads */
export function removeStaleUploads({ database }: Pick<Services, 'database'>): Promise<number> {
  return database.acrossTenants('jobs', db =>
    db.execute(sql`delete from upload where touched_at < now() - make_interval(days => ${waitDays})`),
  )
}
