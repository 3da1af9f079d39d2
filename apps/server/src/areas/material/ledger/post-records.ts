import {
  type ErrorKey,
  type Issue,
  type Language,
  type MaterialAct,
  materialOfReport,
  type ResidueReason,
  type StageKey,
  stageKeys,
  type WoodForm,
} from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { parseDecimal } from '@timbermark/material'
import { phrase } from '@timbermark/phrases/all'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { BatchAccount, type Shortage, ShortageError } from './account.ts'
import { findHolderBatches } from './holder-batches.ts'
import { type EntryOrigin, lockAccounts, type OriginatedEntry, storeEntries } from './store.ts'

/** Stages whose reports post wood. */
export const materialStages = stageKeys.filter(key => stageByKey(key).material !== undefined)

interface RecordRow {
  id: number
  batchId: number
  stage: StageKey
  values: Record<string, unknown>
  happenedAt: Date
  recordedAt: Date
  createdBy: number | null
}

const recordColumns = sql`r.id, r.batch_id as "batchId", r.stage, r.public_values as values, r.happened_at as "happenedAt",
  r.recorded_at as "recordedAt", r.created_by as "createdBy"`

/** @param partner who reported the record in its own tenant, by invitation of the account's holder; null for a record of the holder */
const originOf = (record: RecordRow, partner: string | null): EntryOrigin => ({
  stage: record.stage,
  recordId: null,
  offerId: null,
  partner,
  happenedAt: record.happenedAt,
  recordedAt: record.recordedAt,
  // Accounts of people belong to their tenant, as records do.
  ...(partner === null
    ? { recordId: record.id, createdBy: record.createdBy }
    : { partnerRecordId: record.id, createdBy: null }),
})

const loadRecords = (db: Db, tenantId: number, ids: readonly number[]): Promise<RecordRow[]> =>
  db.query<RecordRow>(sql`
    select ${recordColumns} from stage_record r
    where r.tenant_id = ${tenantId} and r.id = any(${[...ids]}) and r.stage = any(${materialStages}) order by r.id`)

/** Batches that were made for invited codes: their wood is in the account of its holder. */
async function loadInvitedBatches(db: Db, tenantId: number, batchIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select distinct q.batch_id as id from code_request q
    where q.tenant_id = ${tenantId} and q.batch_id = any(${[...batchIds]}) and q.origin = 'invited'`)
  return new Set(rows.map(({ id }) => id))
}

/** What the transaction changed in the records. */
export interface RecordChange {
  /** Of all of them. */
  stage: StageKey
  /** Records that count from now on. */
  posted: readonly number[]
  /** Versions that count no longer. */
  reversed?: readonly number[]
}

/** Records of one enterprise whose wood is in accounts of one enterprise, by the batch of the account. */
interface Postings {
  tenantId: number
  batches: Map<number, RecordRow[]>
  /** Who reported them by invitation, as the holder of the accounts calls it; null for the holder itself. */
  partner: string | null
}

/**
 * Divides records by the enterprise whose accounts they concern: what was reported by invitation concerns the holder's. A batch that
 * was made for invited codes is no account of goods, whatever else is reported in it.
 */
async function groupByHolder(db: Db, tenantId: number, records: readonly RecordRow[]): Promise<Postings[]> {
  const invited = await loadInvitedBatches(db, tenantId, [...new Set(records.map(({ batchId }) => batchId))])
  const groups = new Map<string, Postings>()
  const addTo = (record: RecordRow, to: { tenantId: number; batchId: number; partner: string | null }) => {
    const key = JSON.stringify([to.tenantId, to.partner])
    const group = groups.get(key) ?? { tenantId: to.tenantId, partner: to.partner, batches: new Map() }
    groups.set(key, group)
    group.batches.set(to.batchId, [...(group.batches.get(to.batchId) ?? []), record])
  }
  for (const record of records)
    if (!invited.has(record.batchId)) addTo(record, { tenantId, batchId: record.batchId, partner: null })
  const byPartner = records.filter(({ batchId }) => invited.has(batchId))
  if (byPartner.length > 0) {
    const holders = await findHolderBatches(
      db,
      tenantId,
      byPartner.map(({ id }) => id),
    )
    for (const record of byPartner) {
      const holder = holders.get(record.id)
      if (holder) addTo(record, holder)
    }
  }
  // In one order, so that transactions which lock accounts of the same enterprises do not wait for each other.
  return [...groups.values()].sort((a, b) => a.tenantId - b.tenantId)
}

/**
 * Posts what records state about wood to the accounts of their batches, in the transaction that writes the records; what a partner
 * reported by invitation, to the account of the holder. As late in it as possible: an account stays locked until its end.
 * @throws Refusal invalid (material.overdrawn, material.speciesMissing, of a partner material.holderLacks) when a record uses more than
 *   there is; material.reliedUpon, of a partner material.holderRelies, when later records rely on what is taken back
 */
export async function postRecords(
  { db, language }: { db: Db; language: Language },
  tenantId: number,
  { stage, posted, reversed = [] }: RecordChange,
): Promise<void> {
  if (!materialStages.includes(stage)) return
  const records = await loadRecords(db, tenantId, [...posted, ...reversed])
  if (records.length === 0) return
  for (const postings of await groupByHolder(db, tenantId, records)) {
    const post = (at: Db) => postToAccounts({ db: at, language }, postings, new Set(reversed))
    await (postings.tenantId === tenantId ? post(db) : db.inTenant('custody', postings.tenantId, post))
  }
}

async function postToAccounts(
  { db, language }: { db: Db; language: Language },
  { tenantId, batches, partner }: Postings,
  reversed: ReadonlySet<number>,
): Promise<void> {
  for (const [batchId, account] of await lockAccounts(db, tenantId, [...batches.keys()])) {
    const records = batches.get(batchId)!
    const progress: Progress = { record: records.at(-1)! }
    try {
      const entries = await replayMissing(db, tenantId, batchId, account, records)
      entries.push(...(await applyChange(db, { tenantId, account, partner }, records, reversed, progress)))
      await storeEntries(db, tenantId, batchId, account, entries)
    } catch (error) {
      if (!(error instanceof ShortageError)) throw error
      throw partner === null
        ? await refusalOf({ db, language }, tenantId, batchId, error.shortage, progress.record)
        : partnerRefusalOf(error.shortage, progress.record)
    }
  }
}

/** The record that is being posted. */
interface Progress {
  record: RecordRow
}

async function applyChange(
  db: Db,
  { tenantId, account, partner }: { tenantId: number; account: BatchAccount; partner: string | null },
  records: readonly RecordRow[],
  reversed: ReadonlySet<number>,
  progress: Progress,
): Promise<OriginatedEntry[]> {
  const written: OriginatedEntry[] = []
  const collect = (record: RecordRow) =>
    written.push(...account.takeEntries().map(entry => ({ entry, origin: originOf(record, partner) })))
  const takenBack = records.filter(({ id }) => reversed.has(id))
  const newest = records.at(-1)!
  for (const record of takenBack) {
    for (const entry of await loadEntries(db, tenantId, originOf(record, partner))) account.reverse(entry)
    account.settleUndeclared()
    collect({ ...record, recordedAt: new Date() })
  }
  for (const record of records) {
    if (reversed.has(record.id)) continue
    progress.record = record
    const report = materialOfReport(stageByKey(record.stage), record.values)
    if (report) account.applyReport(report)
    collect(record)
  }
  if (takenBack.length > 0) {
    account.settle()
    collect({ ...newest, recordedAt: new Date() })
  }
  return written
}

async function loadEntries(db: Db, tenantId: number, { recordId, partnerRecordId }: EntryOrigin) {
  type Row = { species: string; form: WoodForm; act: MaterialAct; volume: string; reason: ResidueReason | null }
  const rows = await db.query<Row>(sql`
    select species, form, act, volume, reason from material_entry
    where tenant_id = ${tenantId} and ${recordId === null ? sql`partner_record_id = ${partnerRecordId}` : sql`record_id = ${recordId}`} and act <> 'reversed' order by id`)
  return rows.map(row => ({ ...row, volume: parseDecimal(row.volume)! }))
}

/**
 * Posts records of an earlier version of the product, which had no accounts, to an account that is empty. Nothing of them is refused
 * any more.
 */
async function replayMissing(
  db: Db,
  tenantId: number,
  batchId: number,
  account: BatchAccount,
  changed: readonly RecordRow[],
): Promise<OriginatedEntry[]> {
  if (account.balances.length > 0) return []
  const before = await db.query<RecordRow>(sql`
    select ${recordColumns} from stage_record r
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.stage = any(${materialStages}) and r.status = 'current'
      and not r.id = any(${changed.map(({ id }) => id)}) order by r.id`)
  const written: OriginatedEntry[] = []
  const history = new BatchAccount([], { isHistory: true })
  for (const record of before) {
    const report = materialOfReport(stageByKey(record.stage), record.values)
    if (report) history.applyReport(report)
    written.push(...history.takeEntries().map(entry => ({ entry, origin: originOf(record, null) })))
  }
  account.restore(history.balances)
  return written
}

/** Enters the records of a batch that has no account. @returns false when it has one, or no records of wood */
export async function enterHistory(db: Db, tenantId: number, batchId: number): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1 from stage_record r
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.stage = any(${materialStages}) and r.status = 'current' limit 1`)
  if (!row || (await loadInvitedBatches(db, tenantId, [batchId])).size > 0) return false
  const account = (await lockAccounts(db, tenantId, [batchId])).get(batchId)!
  const entries = await replayMissing(db, tenantId, batchId, account, [])
  await storeEntries(db, tenantId, batchId, account, entries)
  return entries.length > 0
}

/** Records that use this wood, newest first, as an operator would look for them. */
export async function describeUses(
  { db, language }: { db: Db; language: Language },
  tenantId: number,
  batchId: number,
  { species, form }: Shortage,
): Promise<string> {
  const uses = await db.query<{ stage: StageKey | null; other: string | null; day: string }>(sql`
    select e.stage, coalesce(e.partner, o.batch_number) as other, to_char(e.happened_at, 'YYYY-MM-DD') as day from material_entry e
    left join stage_record r on r.tenant_id = ${tenantId} and r.id = e.record_id
    left join material_transfer m on m.tenant_id = ${tenantId} and m.id = e.transfer_id
    left join batch o on o.tenant_id = ${tenantId} and o.id = e.other_batch_id
    where e.tenant_id = ${tenantId} and e.batch_id = ${batchId} and e.species = ${species} and e.form = ${form}
      and e.act in ('converted', 'handedOver', 'transferred') and e.volume < 0
      and (e.record_id is null or r.status = 'current') and not exists (
        select from material_entry v
        where v.tenant_id = ${tenantId} and v.partner_record_id = e.partner_record_id and v.act = 'reversed')
      and (e.transfer_id is null or m.status = 'posted')
    order by e.id desc limit 3`)
  const named = uses.map(({ stage, other, day }) => {
    const what = [stage && phrase(language, `stage.${stage}`), other].filter(Boolean)
    return `${what.join(' ')} (${day})`
  })
  return new Intl.ListFormat(language).format(named)
}

async function refusalOf(
  context: { db: Db; language: Language },
  tenantId: number,
  batchId: number,
  shortage: Shortage,
  record: RecordRow,
): Promise<Refusal> {
  if (shortage.kind === 'reliedUpon')
    return new Refusal('material.reliedUpon', { records: await describeUses(context, tenantId, batchId, shortage) })
  const params = await shortageParams(context.db, tenantId, batchId, shortage)
  return new RecordRefusal(record.id, [{ field: volumeFieldOf(record), error: shortageErrors[shortage.kind], params }])
}

/** The field of a report that states how much wood it uses or brings. */
function volumeFieldOf({ stage }: RecordRow): string {
  const { material } = stageByKey(stage)
  return `values.${material && 'input' in material ? material.input.volume : 'volume'}`
}

/** What a partner learns: not how much wood the holder has, nor what it does with it. */
function partnerRefusalOf({ kind }: Shortage, record: RecordRow): Refusal {
  if (kind === 'reliedUpon') return new Refusal('material.holderRelies')
  return new RecordRefusal(record.id, [{ field: volumeFieldOf(record), error: 'material.holderLacks', params: {} }])
}

/** The refusal of one record among those that the transaction writes. */
export class RecordRefusal extends Refusal {
  readonly recordId: number

  constructor(recordId: number, issues: Issue[]) {
    super('invalid', {}, { issues })
    this.recordId = recordId
  }
}

/** The refusal of each shortage, by name: the interface documents are collected from the sources. */
export const shortageErrors = {
  overdrawn: 'material.overdrawn',
  speciesMissing: 'material.speciesMissing',
  reliedUpon: 'material.reliedUpon',
} as const satisfies Record<Shortage['kind'], ErrorKey>

/** What the sentence about missing wood says. */
export async function shortageParams(
  db: Db,
  tenantId: number,
  batchId: number,
  { species, form, there, wanted }: Shortage,
): Promise<Record<string, string | number>> {
  const { batch } = await db.one<{ batch: string }>(
    sql`select batch_number as batch from batch where tenant_id = ${tenantId} and id = ${batchId}`,
  )
  return { batch, species, form, there: toNumber(there), wanted: toNumber(wanted) }
}

const toNumber = ({ units, scale }: { units: bigint; scale: number }): number => Number(units) / 10 ** scale
