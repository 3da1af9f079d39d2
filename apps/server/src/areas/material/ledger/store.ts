import type { WoodForm } from '@timbermark/contract'
import { decimalText, parseDecimal } from '@timbermark/material'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type Balance, BatchAccount, type NewEntry, volumeOf } from './account.ts'

interface BalanceRow {
  species: string
  form: WoodForm
  volumeIn: string
  volumeOut: string
  measured: string
  undeclared: string
  source: Balance['source']
}

/** Numbers of the database have zeros at their end. */
const readVolume = (text: string) => parseDecimal(text)!

const toBalance = ({ volumeIn, volumeOut, measured, undeclared, ...row }: BalanceRow): Balance => ({
  ...row,
  volumeIn: readVolume(volumeIn),
  volumeOut: readVolume(volumeOut),
  measured: readVolume(measured),
  undeclared: readVolume(undeclared),
})

/** Locks accounts of wood until the transaction ends, so that two reports at once see each other's wood. */
export async function lockAccounts(
  db: Db,
  tenantId: number,
  batchIds: readonly number[],
): Promise<Map<number, BatchAccount>> {
  const ids = [...new Set(batchIds)].sort((a, b) => a - b)
  // The row of residue stands for the account: it exists before anything else is posted, and is locked first.
  await insertRows(
    db,
    'material_balance',
    ids.map(id => ({ tenant_id: tenantId, batch_id: id, species: '', form: 'residue' })),
    sql`on conflict (tenant_id, batch_id, species, form) do nothing`,
  )
  await db.query(sql`
    select from material_balance
    where tenant_id = ${tenantId} and batch_id = any(${ids}) and species = '' order by batch_id for no key update`)
  return loadAccounts(db, tenantId, ids)
}

async function loadAccounts(db: Db, tenantId: number, ids: readonly number[]): Promise<Map<number, BatchAccount>> {
  const rows = await db.query<BalanceRow & { batchId: number }>(sql`
    select batch_id as "batchId", species, form, volume_in as "volumeIn", volume_out as "volumeOut", measured, undeclared, source
    from material_balance where tenant_id = ${tenantId} and batch_id = any(${[...ids]}) and species <> ''`)
  const byBatch = Map.groupBy(rows, ({ batchId }) => batchId)
  return new Map(ids.map(id => [id, new BatchAccount((byBatch.get(id) ?? []).map(toBalance))]))
}

/** The account of a batch as it is now, without a lock. */
export const loadAccount = async (db: Db, tenantId: number, batchId: number): Promise<BatchAccount> =>
  (await loadAccounts(db, tenantId, [batchId])).get(batchId)!

/** What an entry is about, beside the wood. */
export interface EntryOrigin {
  stage: string | null
  recordId: number | null
  /** The record of an invited partner, in its own tenant. */
  partnerRecordId?: number
  offerId: number | null
  partner: string | null
  /** The transfer that posted it, and its other batch. */
  transfer?: { id: number; otherBatchId: number }
  happenedAt: Date
  recordedAt: Date
  createdBy: number | null
}

export interface OriginatedEntry {
  entry: NewEntry
  origin: EntryOrigin
}

/** Stores entries of an account, and what they make of its balances. */
export async function storeEntries(
  db: Db,
  tenantId: number,
  batchId: number,
  account: BatchAccount,
  entries: readonly OriginatedEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await insertRows(
    db,
    'material_entry',
    entries.map(({ entry, origin }) => ({
      tenant_id: tenantId,
      batch_id: batchId,
      species: entry.species,
      form: entry.form,
      act: entry.act,
      reversed_act: entry.reversedAct,
      volume: decimalText(entry.volume),
      reason: entry.reason,
      stage: origin.stage,
      record_id: origin.recordId,
      partner_record_id: origin.partnerRecordId ?? null,
      offer_id: origin.offerId,
      partner: origin.partner,
      transfer_id: origin.transfer?.id ?? null,
      other_batch_id: origin.transfer?.otherBatchId ?? null,
      happened_at: origin.happenedAt,
      recorded_at: origin.recordedAt,
      created_by: origin.createdBy,
    })),
  )
  const changed = new Set(entries.map(({ entry }) => `${entry.form} ${entry.species}`))
  await insertRows(
    db,
    'material_balance',
    account.balances
      .filter(({ form, species }) => changed.has(`${form} ${species}`))
      .map(balance => ({
        tenant_id: tenantId,
        batch_id: batchId,
        species: balance.species,
        form: balance.form,
        volume: decimalText(volumeOf(balance)),
        volume_in: decimalText(balance.volumeIn),
        volume_out: decimalText(balance.volumeOut),
        measured: decimalText(balance.measured),
        undeclared: decimalText(balance.undeclared),
        source: balance.source,
      })),
    sql`on conflict (tenant_id, batch_id, species, form) do update set volume = excluded.volume, volume_in = excluded.volume_in,
      volume_out = excluded.volume_out, measured = excluded.measured, undeclared = excluded.undeclared, source = excluded.source,
      updated_at = now()`,
  )
}
