import { type WoodForm, woodForms } from '@timbermark/contract'
import { add, compare, type Decimal, decimalText, parseDecimal, subtract } from '@timbermark/material'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { invalid } from '../../../platform/refusal.ts'
import { type BatchAccount, isWithinMeasure, ShortageError, volumeOf } from './account.ts'
import { shortageErrors, shortageParams } from './post-records.ts'
import { type EntryOrigin, lockAccounts, storeEntries } from './store.ts'

/** Goods that pass from a batch of the giver to a batch of the receiver. */
export interface MovedGoods {
  offerId: number
  giver: { tenantId: number; batchId: number; name: string }
  receiver: { tenantId: number; batchId: number; name: string }
  /** Species of the codes that pass, by the dictionary `tree_species`. */
  species: readonly string[]
  /** Cubic metres that the giver measured of these goods; null when it stated none. */
  handed: string | null
  /** Cubic metres that the receiver measured; null when it measured none. */
  received: string | null
  at: Date
}

/** Wood of one species and form that passes. */
interface Part {
  species: string
  form: WoodForm
  volume: Decimal
}

/** The form in which goods of a batch are: the last that was made of it. */
const latestForm = (account: BatchAccount): WoodForm =>
  woodForms.filter(form => form !== 'residue').findLast(form => account.hasSource(form)) ?? 'log'

/** Divides a volume among the species of the goods: what there is of each, in their order; the rest is asked of the last. */
function divide(account: BatchAccount, species: readonly string[], volume: Decimal): Part[] {
  const form = latestForm(account)
  const there = account.balances.filter(balance => balance.form === form && volumeOf(balance).units > 0n)
  const ofGoods = there.filter(balance => species.includes(balance.species))
  const sources = ofGoods.length > 0 ? ofGoods : there
  const parts: Part[] = []
  let missing = volume
  for (const balance of sources) {
    const available = volumeOf(balance)
    const taken = compare(available, missing) < 0 ? available : missing
    if (taken.units <= 0n) break
    parts.push({ species: balance.species, form, volume: taken })
    missing = subtract(missing, taken)
  }
  if (missing.units <= 0n) return parts
  const last = parts.at(-1)
  if (last) last.volume = add(last.volume, missing)
  else if (species[0] !== undefined) parts.push({ species: species[0], form, volume: missing })
  return parts
}

const parse = (text: string | null): Decimal | null => (text === null ? null : (parseDecimal(text) ?? null))

/**
 * Moves wood from the account of the giver's batch to that of the receiver's, with both sides' measures. Goods without a volume move
 * no wood: the receiver then has no source for what it uses.
 * @param db may write in both enterprises
 * @throws Refusal invalid: material.receivedAbove, and material.overdrawn when the giver has less than it handed over
 */
export async function postHandover(db: Db, goods: MovedGoods): Promise<void> {
  const received = parse(goods.received)
  const handed = parse(goods.handed) ?? received
  if (!handed || handed.units <= 0n) return
  const difference = received ? subtract(received, handed) : null
  if (difference && !isWithinMeasure(difference, handed))
    throw invalid([
      {
        field: 'receivedVolume',
        error: 'material.receivedAbove',
        params: { received: Number(goods.received), volume: Number(decimalText(handed)) },
      },
    ])
  const { giver, receiver } = goods
  const origin = (partner: string): EntryOrigin => ({
    stage: null,
    recordId: null,
    offerId: goods.offerId,
    partner,
    happenedAt: goods.at,
    recordedAt: goods.at,
    createdBy: null,
  })
  const ofGiver = (await lockAccounts(db, giver.tenantId, [giver.batchId])).get(giver.batchId)!
  const parts = divide(ofGiver, goods.species, handed)
  try {
    for (const { form, ...wood } of parts) ofGiver.takeOut('handedOver', form, wood)
  } catch (error) {
    if (!(error instanceof ShortageError)) throw error
    const params = await shortageParams(db, giver.tenantId, giver.batchId, error.shortage)
    throw invalid([{ field: 'receivedVolume', error: shortageErrors[error.shortage.kind], params }])
  }
  const store = (side: MovedGoods['giver'], account: BatchAccount, partner: string) =>
    storeEntries(
      db,
      side.tenantId,
      side.batchId,
      account,
      account.takeEntries().map(entry => ({ entry, origin: origin(partner) })),
    )
  await store(giver, ofGiver, receiver.name)
  const ofReceiver = (await lockAccounts(db, receiver.tenantId, [receiver.batchId])).get(receiver.batchId)!
  for (const { form, ...wood } of parts) ofReceiver.bringIn('received', form, wood)
  const last = parts.at(-1)
  if (difference && last) ofReceiver.measureAgain(last.form, last.species, difference)
  await store(receiver, ofReceiver, giver.name)
}

/** Species of the codes of these requests. */
export async function loadSpeciesOfRequests(db: Db, tenantId: number, requests: readonly number[]): Promise<string[]> {
  const rows = await db.query<{ species: string }>(sql`
    select distinct species from code_request
    where tenant_id = ${tenantId} and request_number = any(${[...requests]}) and species is not null order by species`)
  return rows.map(({ species }) => species)
}
