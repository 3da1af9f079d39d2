import { lossReasons, residueKinds, type MaterialReport, type StageKey, type WoodForm } from '@timbermark/contract'
import { type Decimal, decimal, decimalText, multiply, subtract } from '@timbermark/material'
import { type BatchAccount, type NewEntry, ShortageError, volumeOf } from '../../src/areas/material/ledger/account.ts'
import { postTransfer } from '../../src/areas/material/ledger/post-transfer.ts'
import { lockAccounts, type OriginatedEntry, storeEntries } from '../../src/areas/material/ledger/store.ts'
import type { World } from '../harness.ts'
import type { Dice } from '../dice.ts'
import { Refusal } from '../../src/platform/refusal.ts'

const species = ['OKO', 'SAP', 'PAD', 'IRO', 'AZO', 'BUB', 'DOU', 'KOS', 'MOA']
const wood = (one: string, volume: Decimal) => ({ species: one, volume })
const part = (volume: Decimal, thousandths: number) => multiply(volume, { units: BigInt(thousandths), scale: 3 })
const cut = ({ units, scale }: Decimal): Decimal =>
  decimal(decimalText({ units: scale > 6 ? units / 10n ** BigInt(scale - 6) : units, scale: Math.min(scale, 6) }))

/** Gives a batch a random history over the year 2026: all that happens to wood, also in the wrong order of days. */
export async function giveRandomWood(
  world: World,
  { tenantId, batchId, dice, acts }: { tenantId: number; batchId: number; dice: Dice; acts: number },
): Promise<void> {
  await world.services.database.withTenant(tenantId, async db => {
    const account = (await lockAccounts(db, tenantId, [batchId])).get(batchId)!
    const entries: OriginatedEntry[] = []
    const its = [0, 3, 6].map(step => species[(batchId + step) % species.length]!)
    let record = batchId * 1000
    const reports: { entries: NewEntry[]; origin: OriginatedEntry['origin'] }[] = []
    for (let n = 0; n < acts; n++) {
      record++
      const one = dice.any(its)
      const volume: Decimal = { units: BigInt(1 + dice.below(50_000)), scale: 3 }
      const stage = dice.any<StageKey>(['felling', 'rawMaterialPurchase', 'processing', 'secondaryProcessing'])
      const handover = dice.below(4) === 0
      const origin: OriginatedEntry['origin'] = {
        stage: handover ? null : stage,
        recordId: handover ? null : record,
        offerId: handover ? record : null,
        partner: handover ? `Partner ${dice.below(20)}` : null,
        happenedAt: new Date(Date.UTC(2026, dice.below(12), 1 + dice.below(28), dice.below(24))),
        recordedAt: new Date(),
        createdBy: null,
      }
      const before = account.balances.map(balance => ({ ...balance }))
      try {
        act(account, { stage, handover, one, volume, dice })
        if (dice.below(6) === 0 && reports.length > 0) takeBack(account, dice.any(reports), entries, origin)
      } catch (error) {
        if (!(error instanceof ShortageError)) throw error
        account.takeEntries()
        account.restore(before)
        continue
      }
      const posted = account.takeEntries()
      entries.push(...posted.map(entry => ({ entry, origin })))
      if (!handover) reports.push({ entries: posted, origin })
    }
    await storeEntries(db, tenantId, batchId, account, entries)
  })
}

/** Transfers random wood between batches; what there is not is refused. */
export async function transferRandomWood(
  world: World,
  { tenantId, batches, dice, tries }: { tenantId: number; batches: readonly number[]; dice: Dice; tries: number },
): Promise<void> {
  await world.services.database.withTenant(tenantId, async db => {
    for (let n = 1; n <= tries; n++) {
      const [from, to] = [dice.any(batches), dice.any(batches)]
      if (from === to) continue
      const volume: Decimal = { units: BigInt(1 + dice.below(5_000)), scale: 3 }
      const line = {
        from,
        to,
        species: dice.any(species),
        form: dice.any<WoodForm>(['log', 'sawn', 'product']),
        volume,
      }
      const happenedAt = new Date(Date.UTC(2026, dice.below(12), 1 + dice.below(28)))
      try {
        await postTransfer(db, tenantId, { id: n, happenedAt, createdBy: 1 }, [line])
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
  })
}

interface Act {
  stage: StageKey
  handover: boolean
  one: string
  volume: Decimal
  dice: Dice
}

function act(account: BatchAccount, { stage, handover, one, volume, dice }: Act): void {
  const there = (form: WoodForm) =>
    account.balances.find(balance => balance.species === one && balance.form === form) ?? undefined
  /** Mostly a part of what there is, sometimes more. */
  const use = (form: WoodForm): Decimal => {
    const balance = there(form)
    const stock = balance && volumeOf(balance)
    if (!stock || stock.units <= 0n || dice.below(8) === 0) return volume
    const some = cut(part(stock, 100 + dice.below(950)))
    return some.units > 0n ? some : stock
  }
  if (handover) {
    const form = dice.any<WoodForm>(['log', 'sawn', 'product'])
    if (dice.below(2) === 0) {
      account.bringIn('received', form, wood(one, volume))
      // A batch with another source takes nothing in.
      if (there(form)?.source === 'received') account.measureAgain(form, one, cut(part(volume, -dice.below(50))))
    } else account.takeOut('handedOver', form, wood(one, use(form)))
  } else if (stage === 'felling') account.bringIn('felled', 'log', wood(one, volume))
  else if (stage === 'rawMaterialPurchase') account.bringIn('purchased', 'log', wood(one, volume))
  else {
    const from = stage === 'processing' ? (['log'] as const) : (['sawn', 'log'] as const)
    const input = use(account.hasSource('sawn') && stage !== 'processing' ? 'sawn' : 'log')
    const output = cut(part(input, 200 + dice.below(850)))
    if (output.units <= 0n) return
    account.applyReport({
      act: 'converted',
      from: [...from] as [WoodForm, ...WoodForm[]],
      input: wood(one, input),
      to: stage === 'processing' ? 'sawn' : 'product',
      output: wood(one, output),
      residues: residuesOf(subtract(input, output), dice),
      lossReason: dice.any([...lossReasons, null]),
    })
  }
}

type Residues = Extract<MaterialReport, { act: 'converted' }>['residues']

/** Of what remains of a conversion mostly some is measured, and at times all of it. */
function residuesOf(remains: Decimal, dice: Dice): Residues {
  if (remains.units <= 0n || dice.below(3) === 0) return []
  const [first, second] = dice.below(2) === 0 ? residueKinds : [dice.any(residueKinds)]
  const volume = dice.below(4) === 0 && !second ? remains : cut(part(remains, 300))
  return volume.units <= 0n ? [] : [first!, ...(second ? [second] : [])].map(kind => ({ kind, volume }))
}

/** Takes a report back, as a withdrawal does: on its own day. */
function takeBack(
  account: BatchAccount,
  { entries, origin }: { entries: NewEntry[]; origin: OriginatedEntry['origin'] },
  written: OriginatedEntry[],
  newest: OriginatedEntry['origin'],
): void {
  const before = account.takeEntries()
  for (const entry of entries.filter(({ act: one }) => one !== 'reversed')) account.reverse(entry)
  account.settleUndeclared()
  const reversed = account.takeEntries()
  account.settle()
  const settled = account.takeEntries()
  written.push(...before.map(entry => ({ entry, origin: newest })))
  written.push(...reversed.map(entry => ({ entry, origin })))
  written.push(...settled.map(entry => ({ entry, origin: newest })))
  entries.length = 0
}
