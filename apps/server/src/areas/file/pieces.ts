/**
 * Files that come piece by piece, over lines that break. What has come is kept by account and content hash, so that
 * whoever sends the same file again goes on where it stopped: after a lost line, a killed server, on another phone. Nobody
 * is given a file for knowing its hash: only the account that sent all of it.
 */
import { createHash } from 'node:crypto'
import type { FileInfo } from '@timbermark/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Files } from '../../platform/files/files.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'

/** Which file. */
interface Wanted {
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

/** Files that an account may have begun and not ended; beyond them the one that was left longest is dropped. */
const unfinishedMost = 50

/** Two phones of one account that send the same file take turns. */
async function waitForTurn(db: Db, { accountId }: Actor): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`upload/${accountId}`}, 0))`)
}

const find = (db: Db, { tenantId, accountId }: Actor, { sha256, bytes }: Wanted): Promise<Upload | undefined> =>
  db.maybe<Upload>(sql`
    select id, have, use_id, file_id from upload
    where tenant_id = ${tenantId} and account_id = ${accountId} and sha256 = ${sha256} and bytes = ${bytes}`)

/** A file that no record has taken yet: one that was taken belongs to its record, and is sent anew for another. */
async function freeFile(db: Db, files: Files, { tenantId }: Actor, id: string | null): Promise<FileInfo | null> {
  if (id === null) return null
  const row = await db.maybe<{ id: string; name: string; size: number; type: string }>(
    sql`select id, name, size, type from file_object where tenant_id = ${tenantId} and id = ${id} and owner is null`,
  )
  return row ? files.info(row) : null
}

/** How much of a file is there. */
export async function progressOf(db: Db, files: Files, actor: Actor, wanted: Wanted): Promise<Progress> {
  const upload = await find(db, actor, wanted)
  const file = await freeFile(db, files, actor, upload?.file_id ?? null)
  if (file) return { have: wanted.bytes, file }
  return { have: upload && upload.file_id === null ? lastMissing(upload, wanted) : 0, file: null }
}

/** All of it may be there and no file be made of it, when the server was stopped in between: its last byte is asked for again. */
const lastMissing = ({ have }: Upload, { bytes }: Wanted) => Math.min(have, bytes - 1)

/**
 * Keeps what is new of a piece. One that does not follow what is there is left out; the answer says where to go on.
 * @throws Refusal tooMany
 */
export function keepPiece(
  { database, files }: Services,
  actor: Actor,
  wanted: Wanted & { offset: number },
  content: Buffer,
): Promise<Progress> {
  const { tenantId, accountId } = actor
  return database.withTenant(tenantId, async db => {
    await waitForTurn(db, actor)
    let upload = await find(db, actor, wanted)
    if (upload && upload.file_id !== null) {
      const file = await freeFile(db, files, actor, upload.file_id)
      if (file) return { have: wanted.bytes, file }
      await db.execute(sql`delete from upload where tenant_id = ${tenantId} and id = ${upload.id}`)
      upload = undefined
    }
    upload ??= await begin(db, files, actor, wanted)
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

async function begin(db: Db, files: Files, actor: Actor, { sha256, bytes }: Wanted): Promise<Upload> {
  const { tenantId, accountId } = actor
  await db.execute(sql`
    delete from upload u where u.tenant_id = ${tenantId} and u.id in (
      select o.id from upload o where o.tenant_id = ${tenantId} and o.account_id = ${accountId} and o.file_id is null
      order by o.touched_at desc offset ${unfinishedMost - 1})`)
  const useId = await files.reserve(db, tenantId, accountId, bytes)
  return db.one<Upload>(sql`
    insert into upload (tenant_id, account_id, sha256, bytes, use_id) values (${tenantId}, ${accountId}, ${sha256}, ${bytes}, ${useId})
    returning id, have, use_id, file_id`)
}

/**
 * Makes the file of which all bytes are there.
 * @throws Refusal fileDamaged when they are not what was announced, fileType, fileBroken; it has to be sent anew then
 */
export async function finishPieces(
  { database, files }: Services,
  actor: Actor,
  wanted: Wanted & { fileName: string },
  extensions: readonly string[],
): Promise<Progress> {
  const { tenantId, accountId } = actor
  const whole = await database.withTenant(tenantId, async db => {
    const upload = await find(db, actor, wanted)
    const pieces = upload
      ? await db.query<{ content: Buffer }>(sql`
          select content from upload_piece where tenant_id = ${tenantId} and upload_id = ${upload.id} order by first_byte`)
      : []
    return { upload, content: Buffer.concat(pieces.map(piece => piece.content)) }
  })
  const { upload, content } = whole
  // Another phone of the same account was faster.
  if (!upload || upload.file_id !== null)
    return database.withTenant(tenantId, db => progressOf(db, files, actor, wanted))
  const forget = () =>
    database.withTenant(tenantId, async db => {
      await waitForTurn(db, actor)
      const gone = await db.execute(
        sql`delete from upload where tenant_id = ${tenantId} and id = ${upload.id} and file_id is null`,
      )
      if (gone > 0) await files.release(db, tenantId, upload.use_id)
    })
  if (createHash('sha256').update(content).digest('hex') !== wanted.sha256) {
    await forget()
    throw new Refusal('fileDamaged')
  }
  // Without a connection: looking at a picture takes longer than all that the database does.
  const stored = await files.store(content, extensions).catch(async (error: unknown) => {
    if (error instanceof Refusal) await forget()
    throw error
  })
  return database.withTenant(tenantId, async db => {
    await waitForTurn(db, actor)
    const now = await find(db, actor, wanted)
    if (now?.id !== upload.id || now.file_id !== null) return progressOf(db, files, actor, wanted)
    const file = await files.enter(db, tenantId, accountId, wanted.fileName, stored)
    await db.execute(sql`
      update upload set file_id = ${file.id}, touched_at = now() where tenant_id = ${tenantId} and id = ${upload.id}`)
    await db.execute(sql`delete from upload_piece where tenant_id = ${tenantId} and upload_id = ${upload.id}`)
    return { have: wanted.bytes, file }
  })
}

/** How long a file that was begun waits for its rest: a phone may be without a network for days. */
const waitDays = 3

/** Forgets what was begun and not ended, and what is no longer needed of what was. @returns how many */
export function sweepPieces({ database }: Pick<Services, 'database'>): Promise<number> {
  return database.acrossTenants('jobs', db =>
    db.execute(sql`delete from upload where touched_at < now() - make_interval(days => ${waitDays})`),
  )
}
