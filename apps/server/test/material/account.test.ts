import type { MaterialReport, WoodForm } from '@timbermark/contract'
import { decimal, decimalText, type Decimal } from '@timbermark/material'
import { describe, expect, test } from 'vitest'
import { makeDice } from '../dice.ts'
import { BatchAccount, ShortageError, volumeOf } from '../../src/areas/material/ledger/account.ts'

const wood = (volume: string, species = 'OKO') => ({ species, volume: decimal(volume) })
const saw = (input: string, output: string, species = 'OKO') =>
  ({
    act: 'converted',
    from: ['log'],
    input: wood(input, species),
    to: 'sawn',
    output: wood(output, species),
    residues: [],
    lossReason: null,
  }) as const satisfies MaterialReport

const stateOf = (account: BatchAccount): Record<string, string> =>
  Object.fromEntries(account.balances.map(one => [`${one.species} ${one.form}`, decimalText(volumeOf(one))]))

const shortageOf = (act: () => void) => {
  try {
    act()
  } catch (error) {
    if (error instanceof ShortageError) return error.shortage.kind
    throw error
  }
  return undefined
}

describe('an account of wood', () => {
  test('refuses a thousandth more than a tenth above its source, and nothing is entered', () => {
    const account = new BatchAccount([])
    account.bringIn('felled', 'log', wood('10'))
    account.takeEntries()
    expect(shortageOf(() => account.applyReport(saw('11.001', '5')))).toBe('overdrawn')
    expect(account.takeEntries()).toEqual([])
    expect(shortageOf(() => account.applyReport(saw('11', '5')))).toBeUndefined()
    expect(shortageOf(() => account.applyReport(saw('0.000001', '0.000001')))).toBe('overdrawn')
  })

  test('refuses a species that the batch never had, once it has a source', () => {
    const account = new BatchAccount([])
    account.bringIn('felled', 'log', wood('10'))
    expect(shortageOf(() => account.applyReport(saw('1', '1', 'SAP')))).toBe('speciesMissing')
  })

  test('takes finished goods from logs where nothing was sawn', () => {
    const account = new BatchAccount([])
    account.bringIn('received', 'log', wood('10'))
    account.applyReport({ ...saw('4', '2'), from: ['sawn', 'log'], to: 'product' })
    expect(stateOf(account)).toEqual({ 'OKO log': '6', 'OKO product': '2', 'OKO residue': '2' })
  })

  test('says of wood whether it came in: what another source stands for did not', () => {
    const account = new BatchAccount([])
    expect(account.bringIn('felled', 'log', wood('10'))).toBe(true)
    expect(account.bringIn('received', 'log', wood('5'))).toBe(false)
    expect(account.bringIn('received', 'sawn', wood('5'))).toBe(true)
    expect(stateOf(account)).toEqual({ 'OKO log': '10', 'OKO sawn': '5' })
  })

  test('enters each residue by its kind, and the rest as lost for its reason; taken back, all of it is gone', () => {
    const account = new BatchAccount([])
    account.bringIn('felled', 'log', wood('10'))
    account.takeEntries()
    const sawn = { ...saw('10', '4'), lossReason: 'drying' } as const
    const [offcuts, bark] = [decimal('3.3'), decimal('0.1')]
    account.applyReport({
      ...sawn,
      residues: [
        { kind: 'offcuts', volume: offcuts },
        { kind: 'bark', volume: bark },
      ],
    })
    const entries = account.takeEntries()
    const linesOf = (of: typeof entries) =>
      of.map(({ act, form, volume, reason }) => `${act} ${form} ${decimalText(volume)} ${reason}`)
    expect(linesOf(entries)).toEqual([
      'converted log -10 null',
      'converted sawn 4 null',
      'converted residue 3.3 offcuts',
      'converted residue 0.1 bark',
      'lost residue 2.6 drying',
    ])
    for (const entry of entries) account.reverse(entry)
    expect(linesOf(account.takeEntries()).slice(2)).toEqual([
      'reversed residue -3.3 offcuts',
      'reversed residue -0.1 bark',
      'reversed residue -2.6 drying',
    ])
    expect(stateOf(account)).toEqual({ 'OKO log': '10', 'OKO sawn': '0', 'OKO residue': '0' })
  })

  test('enters no loss where output and residues are all of the input', () => {
    const account = new BatchAccount([])
    account.bringIn('felled', 'log', wood('1'))
    account.applyReport({
      ...saw('0.3', '0.1'),
      residues: [{ kind: 'sawdust', volume: decimal('0.2') }],
      lossReason: 'kerf',
    })
    expect(account.takeEntries().map(({ act }) => act)).toEqual(['felled', 'converted', 'converted', 'converted'])
  })

  test('of earlier versions refuses nothing', () => {
    const account = new BatchAccount([], { isHistory: true })
    account.bringIn('felled', 'log', wood('1'))
    account.applyReport(saw('100', '50'))
    expect(stateOf(account)).toMatchObject({ 'OKO log': '0', 'OKO sawn': '50' })
  })
})

const units = ({ units: value, scale }: Decimal): number => Number(value) * 10 ** (3 - scale)

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('random histories (seed %i)', seed => {
  test('no balance is ever below zero, balances are the sums of their entries, and no wood appears but from a source', () => {
    const dice = makeDice(seed)
    const account = new BatchAccount([])
    const sums = new Map<string, number>()
    /** Entries of each record that counts. */
    const records = new Map<number, ReturnType<BatchAccount['takeEntries']>>()
    const volume = () => `${dice.below(40) + 1}.${dice.below(9)}`
    let refused = 0
    for (let act = 0; act < 400; act++) {
      const before = account.balances.map(balance => ({ ...balance }))
      const isReversal = records.size > 0 && dice.chance(0.25)
      try {
        if (isReversal) {
          const id = dice.any([...records.keys()])
          for (const entry of records.get(id)!) if (entry.act !== 'reversed') account.reverse(entry)
          account.settleUndeclared()
          account.settle()
          records.delete(id)
        } else if (dice.chance(0.4))
          account.bringIn(dice.any(['felled', 'purchased']), 'log', wood(volume(), dice.any(['OKO', 'SAP'])))
        else {
          const input = volume()
          const from: readonly [WoodForm, ...WoodForm[]] = dice.chance(0.5) ? ['log'] : ['sawn', 'log']
          const species = dice.any(['OKO', 'SAP'])
          account.applyReport({
            act: 'converted',
            from,
            input: wood(input, species),
            to: from.length === 1 ? 'sawn' : 'product',
            output: wood(String(Math.ceil(Number(input) / 2)), species),
            residues: dice.chance(0.5) && Number(input) > 3 ? [{ kind: 'sawdust', volume: decimal('0.4') }] : [],
            lossReason: dice.any(['kerf', null]),
          })
        }
      } catch (error) {
        if (!(error instanceof ShortageError)) throw error
        refused++
        // The transaction is rolled back: the account is read again from what was stored.
        account.takeEntries()
        account.restore(before)
        continue
      }
      const entries = account.takeEntries()
      if (!isReversal) records.set(act, entries)
      for (const { species, form, volume: entered } of entries) {
        const key = `${species} ${form}`
        sums.set(key, (sums.get(key) ?? 0) + Math.round(units(entered)))
      }
      for (const balance of account.balances) {
        const there = units(volumeOf(balance))
        expect(there, `${act}: ${balance.species} ${balance.form}`).toBeGreaterThanOrEqual(0)
        expect(Math.round(there)).toBe(sums.get(`${balance.species} ${balance.form}`) ?? 0)
        expect(balance.undeclared.units).toBeGreaterThanOrEqual(0n)
        expect(units(balance.measured)).toBeLessThanOrEqual(Math.max(0, units(balance.volumeIn)) / 10 + 1e-6)
      }
      const total = (column: 'volumeIn' | 'volumeOut' | 'measured' | 'undeclared', forms: readonly WoodForm[]) =>
        account.balances.filter(one => forms.includes(one.form)).reduce((sum, one) => sum + units(one[column]), 0)
      // What conversions take out, they give back as another form or as residue.
      const givenBack = total('volumeIn', ['sawn', 'product', 'residue'])
      expect(Math.round(givenBack)).toBe(Math.round(total('volumeOut', ['log', 'sawn', 'product', 'residue'])))
    }
    expect(refused).toBeGreaterThan(5)
    expect(records.size).toBeGreaterThan(20)
  })
})
