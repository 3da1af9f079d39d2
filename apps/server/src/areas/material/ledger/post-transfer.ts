import type { Issue, Language, MaterialAct, WoodForm } from '@timbermark/contract'
import { type Decimal, parseDecimal } from '@timbermark/material'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { type BatchAccount, ShortageError } from './account.ts'
import { describeUses, enterHistory, shortageErrors, shortageParams } from './post-records.ts'
import { type EntryOrigin, lockAccounts, type OriginatedEntry, storeEntries } from './store.ts'

/** Wood of one species and form that goes from one batch to another one. */
export interface TransferLine {
  from: number
  to: number
  species: string
  form: WoodForm
  /** Cubic metres. */
  volume: Decimal
}

/** When a transfer happened, and who entered it. */
interface TransferFacts {
  id: number
  happenedAt: Date
  createdBy: number
}

const originOf = ({ id, happenedAt, createdBy }: TransferFacts, otherBatchId: number): EntryOrigin => ({
  stage: null,
  recordId: null,
  offerId: null,
  partner: null,
  transfer: { id, otherBatchId },
  happenedAt,
  recordedAt: new Date(),
  createdBy,
})

/** Locks the accounts of batches, in an order that all transactions follow. */
async function openAccounts(db: Db, tenantId: number, batchIds: readonly number[]): Promise<Map<number, BatchAccount>> {
  const ids = [...new Set(batchIds)].sort((a, b) => a - b)
  for (const id of ids) await enterHistory(db, tenantId, id)
  return lockAccounts(db, tenantId, ids)
}

/**
 * Posts a transfer: each line takes wood out of one account and brings it into another one, one line after the other.
 * @throws Refusal invalid (material.overdrawn, material.speciesMissing) that names the line whose batch has less
 */
export async function postTransfer(
  db: Db,
  tenantId: number,
  facts: TransferFacts,
  lines: readonly TransferLine[],
): Promise<void> {
  const accounts = await openAccounts(
    db,
    tenantId,
    lines.flatMap(({ from, to }) => [from, to]),
  )
  const entries = new Map([...accounts.keys()].map(id => [id, [] as OriginatedEntry[]]))
  const collect = (batchId: number, otherBatchId: number) => {
    const origin = originOf(facts, otherBatchId)
    const taken = accounts.get(batchId)!.takeEntries()
    entries.get(batchId)!.push(...taken.map(entry => ({ entry, origin })))
  }
  for (const [n, { from, to, species, form, volume }] of lines.entries()) {
    try {
      accounts.get(from)!.takeOut('transferred', form, { species, volume })
    } catch (error) {
      if (!(error instanceof ShortageError)) throw error
      const { shortage } = error
      const params = await shortageParams(db, tenantId, from, shortage)
      const issue: Issue = { field: `lines.${n}.volume`, error: shortageErrors[shortage.kind], params }
      throw invalid([issue])
    }
    accounts.get(to)!.takeOver(form, { species, volume })
    collect(from, to)
    collect(to, from)
  }
  for (const [batchId, account] of accounts) await storeEntries(db, tenantId, batchId, account, entries.get(batchId)!)
}

/**
 * Takes a transfer back: the wood is again where it came from.
 * @throws Refusal material.reliedUpon when the wood was used where it went
 */
export async function reverseTransfer(
  { db, language }: { db: Db; language: Language },
  tenantId: number,
  facts: TransferFacts,
): Promise<void> {
  const rows = await db.query<{
    batchId: number
    otherBatchId: number
    species: string
    form: WoodForm
    act: MaterialAct
    volume: string
  }>(sql`
    select batch_id as "batchId", other_batch_id as "otherBatchId", species, form, act, volume from material_entry
    where tenant_id = ${tenantId} and transfer_id = ${facts.id} and act <> 'reversed' order by id`)
  const byBatch = Map.groupBy(rows, ({ batchId }) => batchId)
  const accounts = await openAccounts(db, tenantId, [...byBatch.keys()])
  for (const [batchId, account] of accounts) {
    const entries: OriginatedEntry[] = []
    const collect = (otherBatchId: number) => {
      const origin = originOf(facts, otherBatchId)
      entries.push(...account.takeEntries().map(entry => ({ entry, origin })))
    }
    const its = byBatch.get(batchId)!
    for (const { otherBatchId, ...row } of its) {
      account.reverse({ ...row, reason: null, volume: parseDecimal(row.volume)! })
      collect(otherBatchId)
    }
    try {
      account.settleUndeclared()
      account.settle()
    } catch (error) {
      if (!(error instanceof ShortageError)) throw error
      const records = await describeUses({ db, language }, tenantId, batchId, error.shortage)
      throw new Refusal('material.reliedUpon', { records })
    }
    collect(its.at(-1)!.otherBatchId)
    await storeEntries(db, tenantId, batchId, account, entries)
  }
}
