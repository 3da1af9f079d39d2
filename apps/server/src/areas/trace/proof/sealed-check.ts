import { createHash } from 'node:crypto'
import type { SealedMention, SealedRecordFile } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import type { Files } from '../../../platform/files/files.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { FurtherCheck, TellFault } from '../../ledger/log/verify.ts'
import { digestOf, type Fields } from '../../ledger/sealing/content.ts'
import { contentsAfter, type KeptContent, newestContents, type SealedKind } from '../../ledger/sealing/contents.ts'
import { goodsToday } from '../../ledger/sealing/goods-today.ts'
import { loadSteps, digestStepToday } from '../../certification/seal-step.ts'
import { loadPackings, packingToday } from '../../code/packing/seal-packing.ts'
import { loadFacts } from '../../stage/statement/record-facts.ts'
import { mentionToday, recordToday } from '../../stage/statement/rebuild-statement.ts'
import { blocksOf } from '../../ledger/sealing/blocks.ts'

const block = 500

/** Every kept content is what was sealed, stands in the log or waits for it, and the rows say it still. */
export const checkContents: FurtherCheck = async (db, fault) => {
  let seen = 0
  for (let after = { tenantId: 0, id: 0 }; ; ) {
    const rows = await contentsAfter(db, after, block)
    if (rows.length === 0) break
    after = { tenantId: rows.at(-1)!.tenantId, id: rows.at(-1)!.id }
    seen += rows.length
    for (const kept of rows)
      if (!digestOf(kept).equals(kept.digest)) fault('contentChanged', nameOf(kept), kept.tenantId)
    for (const [tenantId, own] of Map.groupBy(rows, row => row.tenantId)) {
      await checkPlaces(db, tenantId, own, fault)
      await checkRows(db, tenantId, own, fault)
    }
  }
  return seen
}

const nameOf = ({ kind, rowId }: Pick<KeptContent, 'kind' | 'rowId'>) => `${kind}/${rowId}`

/** What an entry commits to is in the log or waits for it; a record is named by a mention. */
async function checkPlaces(
  db: Db,
  tenantId: number,
  contents: readonly KeptContent[],
  fault: TellFault,
): Promise<void> {
  const entered = contents.filter(({ kind }) => kind !== 'record')
  const found = await db.query<{ id: number }>(sql`
    select c.id from sealed_content c
    where c.tenant_id = ${tenantId} and c.id = any(${entered.map(({ id }) => id)})
      and (exists (select from ledger_entry e where e.content = c.content)
        or exists (select from ledger_queue q where q.tenant_id = c.tenant_id and q.content = c.digest))`)
  const placed = new Set(found.map(({ id }) => id))
  for (const kept of entered) if (!placed.has(kept.id)) fault('contentUnlogged', nameOf(kept), tenantId)
  const records = contents.filter(({ kind }) => kind === 'record')
  const mentions = await newestContents(
    db,
    tenantId,
    'mention',
    records.map(({ rowId }) => rowId),
  )
  for (const kept of records) {
    const mention = mentions.get(kept.rowId)
    const { says } = ((mention && (JSON.parse(mention.open) as Fields).record) ?? {}) as Partial<SealedMention>
    if (says !== kept.digest.toString('base64url')) fault('contentUnlogged', nameOf(kept), tenantId)
  }
}

/** The rows say today what was sealed of them last. */
async function checkRows(db: Db, tenantId: number, contents: readonly KeptContent[], fault: TellFault): Promise<void> {
  for (const [kind, own] of Map.groupBy(contents, ({ kind }) => kind)) {
    const today = await todayOf(db, tenantId, kind, await newestOf(db, tenantId, kind, own))
    for (const [kept, digest] of today) {
      if (digest === null) continue
      if (digest.length === 0) fault('subjectGone', nameOf(kept), tenantId)
      else if (!digest.equals(kept.digest)) fault('subjectChanged', nameOf(kept), tenantId)
    }
  }
}

async function newestOf(db: Db, tenantId: number, kind: SealedKind, own: readonly KeptContent[]) {
  // A record may be mentioned in many blocks, a packing or a step of certification in several spans: all of them count.
  if (kind === 'mention' || kind === 'packing' || kind === 'certification') return own
  const newest = await newestContents(
    db,
    tenantId,
    kind,
    own.map(({ rowId }) => rowId),
  )
  return own.filter(({ id, rowId }) => newest.get(rowId)?.id === id)
}

type Remade = [KeptContent, Buffer | null]

async function todayOf(
  db: Db,
  tenantId: number,
  kind: SealedKind,
  contents: readonly KeptContent[],
): Promise<Remade[]> {
  // What was said of packings in blocks is said anew in spans.
  if (kind === 'move') return []
  if (kind === 'packing') return packingsToday(db, tenantId, contents)
  if (kind === 'certification') return stepsToday(db, tenantId, contents)
  if (kind !== 'mention' && kind !== 'record') {
    const digests = await goodsToday(db, tenantId, kind, contents)
    return contents.map(kept => [kept, digests.get(kept.rowId)!])
  }
  const ids = contents.map(({ rowId }) => rowId)
  const facts = await loadFacts(db, tenantId, ids)
  const superseded = await supersededOf(db, tenantId, ids)
  return contents.map((kept): Remade => {
    const record = facts.get(kept.rowId)
    if (!record) return [kept, Buffer.alloc(0)]
    if (kind === 'record') return [kept, recordToday(record, kept)]
    // A later version took its place: only that one's mention still speaks of the state.
    if (superseded.has(kept.rowId)) return [kept, null]
    const { codes } = JSON.parse(kept.open) as { codes?: [number, number][] }
    if (!codes) return [kept, mentionToday(record, kept, undefined)]
    const ofBlock = blocksOf(record.codes).find(one => one.codes.some(([from]) => from === codes[0]?.[0]))
    return [kept, mentionToday(record, kept, ofBlock?.codes ?? [])]
  })
}

/** What was sealed of packings, made again from today's rows. */
async function packingsToday(db: Db, tenantId: number, contents: readonly KeptContent[]): Promise<Remade[]> {
  const packings = await loadPackings(
    db,
    tenantId,
    contents.map(({ rowId }) => rowId),
  )
  return contents.map((kept): Remade => {
    const packing = packings.get(kept.rowId)
    return [kept, packing ? packingToday(packing, kept) : Buffer.alloc(0)]
  })
}

/** What was sealed of steps of certification, made again from today's rows. */
async function stepsToday(db: Db, tenantId: number, contents: readonly KeptContent[]): Promise<Remade[]> {
  const steps = await loadSteps(
    db,
    tenantId,
    contents.map(({ rowId }) => rowId),
  )
  return contents.map((kept): Remade => {
    const step = steps.get(kept.rowId)
    return [kept, step ? digestStepToday(step, kept) : Buffer.alloc(0)]
  })
}

/** Those of these rows of which a later version exists. */
async function supersededOf(db: Db, tenantId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select r.id from stage_record r where r.tenant_id = ${tenantId} and r.id = any(${[...ids]}) and exists (
      select from stage_record n where n.tenant_id = r.tenant_id and n.first_id = coalesce(r.first_id, r.id) and n.version > r.version)`)
  return new Set(rows.map(row => row.id))
}

/**
 * What has to be sealed is: every record, every packing, every step of certification, and every request whose
 * codes are made. What codes are certified as is what the last step made of them; they are in what no packing took them out of.
 */
export const checkUnsealed: FurtherCheck = async (db, fault) => {
  const rows = await db.query<{ name: string; tenant: number }>(sql`
    select 'record/' || r.id as name, r.tenant_id as tenant from stage_record r
    where not exists (select from sealed_content c where c.tenant_id = r.tenant_id and c.kind = 'record' and c.row_id = r.id)
    union all
    select 'packing/' || p.id, p.tenant_id from packing p
    where p.sealed and not exists (select from sealed_content c where c.tenant_id = p.tenant_id and c.kind = 'packing' and c.row_id = p.id)
    union all
    select 'certification/' || s.id, s.tenant_id from certification_step s
    where s.sealed and not exists (select from sealed_content c where c.tenant_id = s.tenant_id and c.kind = 'certification' and c.row_id = s.id)
    union all
    select 'request/' || r.id, r.tenant_id from code_request r
    where r.status in ('completed', 'downloaded')
      and not exists (select from sealed_content c where c.tenant_id = r.tenant_id and c.kind = 'request' and c.row_id = r.id)
    limit 1000`)
  for (const { name, tenant } of rows) fault('subjectUnlogged', name, tenant)
  const untrue = await db.query<{ name: string; tenant: number }>(sql`
    select 'certification/' || c.step_id as name, c.tenant_id as tenant from certification c
    where not exists (
      select from certification_step s
      where s.tenant_id = c.tenant_id and s.id = c.step_id and s.request_number = c.request_number and s.serials @> c.serials
        and s.state = c.state and s.certifier_tenant_id is not distinct from c.certifier_tenant_id)
    or exists (
      select from certification_step l
      where l.tenant_id = c.tenant_id and l.request_number = c.request_number and l.serials && c.serials and l.id > c.step_id)
    union all
    select 'packing/' || l.packing_id, l.tenant_id from code_link l
    where l.packing_id is not null and l.current = (l.ended_by is not null)
    limit 1000`)
  for (const { name, tenant } of untrue) fault('subjectChanged', name, tenant)
  const gone = await db.query<{ index: number }>(sql`
    select e.index from ledger_entry e
    where e.content is not null and not exists (
      select from sealed_content c where c.content = e.content) order by 1 limit 1000`)
  for (const { index } of gone) fault('contentGone', index)
  return 0
}

/** The bytes of every file that a sealed content names are on the disk, and are those. */
export const checkFilesOf =
  (files: Pick<Files, 'blobs'>): FurtherCheck =>
  async (db, fault) => {
    const seen = new Set<string>()
    for (let after = { tenantId: 0, id: 0 }; ; ) {
      const rows = await contentsAfter(db, after, block)
      if (rows.length === 0) return seen.size
      after = { tenantId: rows.at(-1)!.tenantId, id: rows.at(-1)!.id }
      for (const { open, tenantId } of rows) {
        for (const { sha256 } of filesIn(JSON.parse(open) as Fields)) {
          if (sha256 === '' || seen.has(sha256)) continue
          seen.add(sha256)
          const found = await hashOf(files, sha256)
          if (found !== sha256) fault(found === undefined ? 'fileGone' : 'fileChanged', sha256, tenantId)
        }
      }
    }
  }

function filesIn(open: Fields): { sha256: string }[] {
  return Object.entries(open).flatMap(([name, value]) => {
    if (/^(image|file)\/|^video$/.test(name)) return [value as unknown as SealedRecordFile]
    if (name.startsWith('document/')) return (value as unknown as { files: string[] }).files.map(sha256 => ({ sha256 }))
    return []
  })
}

async function hashOf({ blobs }: Pick<Files, 'blobs'>, sha256: string): Promise<string | undefined> {
  try {
    const hash = createHash('sha256')
    for await (const part of await blobs.get(sha256)) hash.update(part as Buffer)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}
