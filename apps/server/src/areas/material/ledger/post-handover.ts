import { type WoodForm, woodForms } from '@timbermark/contract'
import { add, compare, type Decimal, decimalText, parseDecimal, subtract } from '@timbermark/material'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { invalid } from '../../../platform/refusal.ts'
import { type BatchAccount, isWithinMeasure, type Shortage, ShortageError, volumeOf } from './account.ts'
import { enterHistory, shortageErrors, shortageParams } from './post-records.ts'
import { type EntryOrigin, loadAccount, lockAccounts, storeEntries } from './store.ts'

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

/** Goods that somebody offers. */
interface Offered {
  tenantId: number
  batchId: number
  species: readonly string[]
  /** Cubic metres; null when none are stated. */
  volume: string | null
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

/** Takes a volume out of an account. @returns the parts, or what is missing; the account is then not to be used any more */
function takeParts(
  account: BatchAccount,
  species: readonly string[],
  volume: Decimal,
): { parts: Part[]; shortage?: Shortage } {
  const parts = divide(account, species, volume)
  try {
    for (const { form, ...wood } of parts) account.takeOut('handedOver', form, wood)
    return { parts }
  } catch (error) {
    if (!(error instanceof ShortageError)) throw error
    return { parts, shortage: error.shortage }
  }
}

/**
 * Checks that a batch has the wood that is offered; what happens to it before the acceptance is checked again there.
 * @throws Refusal invalid: material.overdrawn, material.speciesMissing
 */
export async function assertHasWood(db: Db, { tenantId, batchId, species, volume }: Offered): Promise<void> {
  const offered = parse(volume)
  if (!offered || offered.units <= 0n) return
  const account = await loadAccount(db, tenantId, batchId)
  const { shortage } = takeParts(account, species, offered)
  if (!shortage) return
  const params = await shortageParams(db, tenantId, batchId, shortage)
  throw invalid([{ field: 'volume', error: shortageErrors[shortage.kind], params }])
}

const parse = (text: string | null): Decimal | null => (text === null ? null : (parseDecimal(text) ?? null))

/**
 * Moves wood from the account of the giver's batch to that of the receiver's, with both sides' measures. Goods without a volume move
 * no wood: the receiver then has no source for what it uses.
 * @param db may write in both enterprises
 * @throws Refusal invalid: material.receivedAbove, and material.giverLacks when the giver has less than it handed over
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
  await enterHistory(db, giver.tenantId, giver.batchId)
  const ofGiver = (await lockAccounts(db, giver.tenantId, [giver.batchId])).get(giver.batchId)!
  const { parts, shortage } = takeParts(ofGiver, goods.species, handed)
  // How much the giver has is not for the receiver to know.
  if (shortage) throw invalid([{ field: 'receivedVolume', error: 'material.giverLacks', params: {} }])
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
  const cameIn = parts.filter(({ form, ...wood }) => ofReceiver.bringIn('received', form, wood))
  // Wood that another source stands for was measured there.
  const last = cameIn.at(-1)
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
