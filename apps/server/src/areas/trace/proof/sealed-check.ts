import { createHash } from 'node:crypto'
import type { SealedMention, SealedRecordFile } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import type { Files } from '../../../platform/files/files.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { CheckBlock, CheckSection, ReportFault } from '../../ledger/log/check-section.ts'
import { digestOf, type Fields, parseFields } from '../../ledger/sealing/content.ts'
import {
  contentsAfter,
  contentsSince,
  newestContents,
  newestSettledContent,
  type SealedKind,
  type StoredContent,
} from '../../ledger/sealing/contents.ts'
import { recomputeRowDigests } from '../../ledger/sealing/row-digests.ts'
import { loadSteps, digestStepToday } from '../../certification/step-facts.ts'
import { loadHandovers, recomputeHandoverDigest } from '../../custody/seal-handover.ts'
import { loadLabelActs, recomputeLabelActDigest } from '../../code/label-life/seal-label-act.ts'
import { loadPackings, rebuildPackingDigest } from '../../code/packing/seal-packing.ts'
import { loadFacts } from '../../stage/statement/record-facts.ts'
import { rebuildMentionDigest, rebuildRecordDigest } from '../../stage/statement/rebuild-statement.ts'
import { blocksOf } from '../../ledger/sealing/blocks.ts'
import { entrySections } from './entry-sections.ts'
import { inconsistentRows, unsealedRows } from './row-sections.ts'

/** Contents per block: each is recomputed from its row. */
const contentsPerBlock = 500
/** Contents per block whose files are read, inside a transaction that must not stay open for minutes. */
const filesPerBlock = 50

type ContentOfTenant = StoredContent & { tenantId: number }
/** @returns how many things it examined */
type CheckOfContents = (db: Db, rows: readonly ContentOfTenant[], fault: ReportFault) => Promise<number>

/** The order in which contents are gone through: all of them by enterprise, or those added since by their ids. */
const inOrder =
  (check: CheckOfContents, block: number): CheckBlock =>
  async (db, from, { fault }) => {
    const after = (from as { tenantId: number; id: number } | undefined) ?? { tenantId: 0, id: 0 }
    const rows = await contentsAfter(db, after, block)
    const counts = { contents: await check(db, rows, fault) }
    const { tenantId, id } = rows.at(-1) ?? after
    return { next: { tenantId, id }, ended: rows.length < block, items: rows.length, counts }
  }

const sinceId =
  (check: CheckOfContents, block: number): CheckBlock =>
  async (db, from, { fault }) => {
    const after = (from as { id: number } | undefined)?.id ?? 0
    const rows = await contentsSince(db, after, block)
    const counts = { contents: await check(db, rows, fault) }
    return { next: { id: rows.at(-1)?.id ?? after }, ended: rows.length < block, items: rows.length, counts }
  }

const contentSection = (name: string, block: number, check: CheckOfContents): CheckSection => ({
  name,
  table: 'sealed_content',
  check: inOrder(check, block),
  added: { check: sinceId(check, block), newest: async db => ({ id: await newestSettledContent(db) }) },
})

/** Every stored content has its sealed digest, is in the log or in the queue, and equals its current row. */
const contents = contentSection('contents', contentsPerBlock, async (db, rows, fault) => {
  for (const content of rows)
    if (!digestOf(content).equals(content.digest)) fault('contentChanged', rowName(content), content.tenantId)
  for (const [tenantId, ofTenant] of Map.groupBy(rows, row => row.tenantId)) {
    await checkPlaces(db, tenantId, ofTenant, fault)
    await checkRows(db, tenantId, ofTenant, fault)
  }
  return rows.length
})

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
    const { says } = ((mention && parseFields(mention.open).record) ?? {}) as Partial<SealedMention>
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
  if (kind === 'mention' || kind === 'packing' || kind === 'certification' || kind === 'label' || kind === 'custody')
    return contents
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
  if (kind === 'label') return recomputeLabelActs(db, tenantId, contents)
  if (kind === 'custody') return recomputeHandovers(db, tenantId, contents)
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

/** Digests of acts on labels, recomputed from the current rows. */
async function recomputeLabelActs(
  db: Db,
  tenantId: number,
  contents: readonly StoredContent[],
): Promise<RecomputedContent[]> {
  const acts = await loadLabelActs(
    db,
    tenantId,
    contents.map(({ rowId }) => rowId),
  )
  return contents.map((content): RecomputedContent => {
    const act = acts.get(content.rowId)
    return [content, act ? recomputeLabelActDigest(act, content) : Buffer.alloc(0)]
  })
}

async function recomputeHandovers(
  db: Db,
  tenantId: number,
  contents: readonly StoredContent[],
): Promise<RecomputedContent[]> {
  const handovers = await loadHandovers(
    db,
    tenantId,
    contents.map(({ rowId }) => rowId),
  )
  return contents.map((content): RecomputedContent => {
    const facts = handovers.get(content.rowId)
    return [content, facts ? recomputeHandoverDigest(facts, content) : Buffer.alloc(0)]
  })
}

/** Those of these rows that have a later version. */
async function findSuperseded(db: Db, tenantId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select r.id from stage_record r where r.tenant_id = ${tenantId} and r.id = any(${[...ids]}) and exists (
      select from stage_record n where n.tenant_id = ${tenantId} and n.first_id = coalesce(r.first_id, r.id) and n.version > r.version)`)
  return new Set(rows.map(row => row.id))
}

/** Checks of rows against the ledger, for `checkWholeLedger`. */
export const rowChecks: readonly CheckSection[] = [contents, ...unsealedRows, ...inconsistentRows, ...entrySections]

/** Hashes that one process remembers to have compared, so that a file with many mentions is read once in a while. */
const rememberedFiles = 20_000

/** The bytes of every file named in a sealed content are stored, with the right hash. */
export function createFileCheck(files: Pick<Files, 'blobs'>): CheckSection {
  const seen = new Set<string>()
  return contentSection('files', filesPerBlock, async (_db, rows, fault) => {
    let compared = 0
    for (const { open, tenantId } of rows) {
      for (const { sha256 } of filesIn(parseFields(open))) {
        if (sha256 === '' || seen.has(sha256)) continue
        if (seen.size >= rememberedFiles) seen.clear()
        seen.add(sha256)
        compared++
        const actual = await hashOf(files, sha256)
        if (actual !== sha256) fault(actual === undefined ? 'fileGone' : 'fileChanged', sha256, tenantId)
      }
    }
    return compared
  })
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
