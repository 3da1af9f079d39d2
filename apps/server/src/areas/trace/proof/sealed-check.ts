import { createHash } from 'node:crypto'
import type { SealedMention, SealedRecordFile } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import type { Files } from '../../../platform/files/files.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { FurtherCheck, ReportFault } from '../../ledger/log/verify.ts'
import { digestOf, type Fields } from '../../ledger/sealing/content.ts'
import { contentsAfter, type StoredContent, newestContents, type SealedKind } from '../../ledger/sealing/contents.ts'
import { recomputeRowDigests } from '../../ledger/sealing/row-digests.ts'
import { loadSteps, digestStepToday } from '../../certification/seal-step.ts'
import { loadPackings, rebuildPackingDigest } from '../../code/packing/seal-packing.ts'
import { loadFacts } from '../../stage/statement/record-facts.ts'
import { rebuildMentionDigest, rebuildRecordDigest } from '../../stage/statement/rebuild-statement.ts'
import { blocksOf } from '../../ledger/sealing/blocks.ts'

const block = 500

/** Every stored content has its sealed digest, is in the log or in the queue, and equals its current row. */
export const checkContents: FurtherCheck = async (db, fault) => {
  let seen = 0
  for (let after = { tenantId: 0, id: 0 }; ; ) {
    const rows = await contentsAfter(db, after, block)
    if (rows.length === 0) break
    after = { tenantId: rows.at(-1)!.tenantId, id: rows.at(-1)!.id }
    seen += rows.length
    for (const content of rows)
      if (!digestOf(content).equals(content.digest)) fault('contentChanged', rowName(content), content.tenantId)
    for (const [tenantId, contents] of Map.groupBy(rows, row => row.tenantId)) {
      await checkPlaces(db, tenantId, contents, fault)
      await checkRows(db, tenantId, contents, fault)
    }
  }
  return seen
}

const rowName = ({ kind, rowId }: Pick<StoredContent, 'kind' | 'rowId'>) => `${kind}/${rowId}`

/** Every content with an entry of its own is in the log or in the queue; every record content is named by a mention. */
async function checkPlaces(
  db: Db,
  tenantId: number,
  contents: readonly StoredContent[],
  fault: ReportFault,
): Promise<void> {
  const contentsWithEntry = contents.filter(({ kind }) => kind !== 'record')
  const placedRows = await db.query<{ id: number }>(sql`
    select c.id from sealed_content c
    where c.tenant_id = ${tenantId} and c.id = any(${contentsWithEntry.map(({ id }) => id)})
      and (exists (select from ledger_entry e where e.content = c.content)
        or exists (select from ledger_queue q where q.tenant_id = ${tenantId} and q.content = c.digest))`)
  const placed = new Set(placedRows.map(({ id }) => id))
  for (const content of contentsWithEntry)
    if (!placed.has(content.id)) fault('contentUnlogged', rowName(content), tenantId)
  const records = contents.filter(({ kind }) => kind === 'record')
  const mentions = await newestContents(
    db,
    tenantId,
    'mention',
    records.map(({ rowId }) => rowId),
  )
  for (const content of records) {
    const mention = mentions.get(content.rowId)
    const { says } = ((mention && (JSON.parse(mention.open) as Fields).record) ?? {}) as Partial<SealedMention>
    if (says !== content.digest.toString('base64url')) fault('contentUnlogged', rowName(content), tenantId)
  }
}

/** The current rows equal their newest contents. */
async function checkRows(
  db: Db,
  tenantId: number,
  contents: readonly StoredContent[],
  fault: ReportFault,
): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(contents, ({ kind }) => kind)) {
    const recomputed = await recomputeDigests(db, tenantId, kind, await newestPerRow(db, tenantId, kind, ofKind))
    for (const [content, digest] of recomputed) {
      if (digest === null) continue
      if (digest.length === 0) fault('subjectGone', rowName(content), tenantId)
      else if (!digest.equals(content.digest)) fault('subjectChanged', rowName(content), tenantId)
    }
  }
}

async function newestPerRow(db: Db, tenantId: number, kind: SealedKind, contents: readonly StoredContent[]) {
  // A record may be mentioned in many blocks, a packing or a step of certification in several spans: all of them count.
  if (kind === 'mention' || kind === 'packing' || kind === 'certification') return contents
  const newest = await newestContents(
    db,
    tenantId,
    kind,
    contents.map(({ rowId }) => rowId),
  )
  return contents.filter(({ id, rowId }) => newest.get(rowId)?.id === id)
}

type RecomputedContent = [StoredContent, Buffer | null]

async function recomputeDigests(
  db: Db,
  tenantId: number,
  kind: SealedKind,
  contents: readonly StoredContent[],
): Promise<RecomputedContent[]> {
  // Packings that were stated in blocks were stated again in spans.
  if (kind === 'move') return []
  if (kind === 'packing') return recomputePackings(db, tenantId, contents)
  if (kind === 'certification') return recomputeSteps(db, tenantId, contents)
  if (kind !== 'mention' && kind !== 'record') {
    const digests = await recomputeRowDigests(db, tenantId, kind, contents)
    return contents.map(content => [content, digests.get(content.rowId)!])
  }
  const ids = contents.map(({ rowId }) => rowId)
  const facts = await loadFacts(db, tenantId, ids)
  const superseded = await findSuperseded(db, tenantId, ids)
  return contents.map((content): RecomputedContent => {
    const record = facts.get(content.rowId)
    if (!record) return [content, Buffer.alloc(0)]
    if (kind === 'record') return [content, rebuildRecordDigest(record, content)]
    // A later version replaced it: only the mention of that one describes the current state.
    if (superseded.has(content.rowId)) return [content, null]
    const { codes } = JSON.parse(content.open) as { codes?: [number, number][] }
    if (!codes) return [content, rebuildMentionDigest(record, content, undefined)]
    const ofBlock = blocksOf(record.codes).find(one => one.codes.some(([from]) => from === codes[0]?.[0]))
    return [content, rebuildMentionDigest(record, content, ofBlock?.codes ?? [])]
  })
}

/** Digests of packings, recomputed from the current rows. */
async function recomputePackings(
  db: Db,
  tenantId: number,
  contents: readonly StoredContent[],
): Promise<RecomputedContent[]> {
  const packings = await loadPackings(
    db,
    tenantId,
    contents.map(({ rowId }) => rowId),
  )
  return contents.map((content): RecomputedContent => {
    const packing = packings.get(content.rowId)
    return [content, packing ? rebuildPackingDigest(packing, content) : Buffer.alloc(0)]
  })
}

/** Digests of steps of certification, recomputed from the current rows. */
async function recomputeSteps(
  db: Db,
  tenantId: number,
  contents: readonly StoredContent[],
): Promise<RecomputedContent[]> {
  const steps = await loadSteps(
    db,
    tenantId,
    contents.map(({ rowId }) => rowId),
  )
  return contents.map((content): RecomputedContent => {
    const step = steps.get(content.rowId)
    return [content, step ? digestStepToday(step, content) : Buffer.alloc(0)]
  })
}

/** Those of these rows that have a later version. */
async function findSuperseded(db: Db, tenantId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select r.id from stage_record r where r.tenant_id = ${tenantId} and r.id = any(${[...ids]}) and exists (
      select from stage_record n where n.tenant_id = ${tenantId} and n.first_id = coalesce(r.first_id, r.id) and n.version > r.version)`)
  return new Set(rows.map(row => row.id))
}

/**
 * Everything that must be sealed is sealed: every record, every packing, every step of certification, and every request with
 * finished codes. The certification of codes equals their last step, and code links equal their last packing.
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
  const inconsistent = await db.query<{ name: string; tenant: number }>(sql`
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
  for (const { name, tenant } of inconsistent) fault('subjectChanged', name, tenant)
  const gone = await db.query<{ index: number }>(sql`
    select e.index from ledger_entry e
    where e.content is not null and not exists (
      select from sealed_content c where c.content = e.content) order by 1 limit 1000`)
  for (const { index } of gone) fault('contentGone', index)
  return 0
}

/** The bytes of every file named in a sealed content are stored, with the right hash. */
export const createFileCheck =
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
          const actual = await hashOf(files, sha256)
          if (actual !== sha256) fault(actual === undefined ? 'fileGone' : 'fileChanged', sha256, tenantId)
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
