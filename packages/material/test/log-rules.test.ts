import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalText, parseDecimal, roundQuotient } from '../src/decimal.ts'
import { exactLogVolume, type LogInput, type LogRule, logRules, logVolume, scaledDiameter } from '../src/log-rules.ts'

const log = { largeEnd: '80', smallEnd: '72', middle: '76', length: '6.2' }

const toFourPlaces = (rule: LogRule, inputs: Partial<Record<LogInput, string>>) => {
  const { numerator, divisor } = exactLogVolume(rule, inputs)
  return decimalText(roundQuotient(numerator, divisor, 4))
}

describe('the check values of a log of 80, 76 and 72 cm and 6.2 m', () => {
  test.each([
    ['huber', '2.8126', '2.813'],
    ['meanDiameter', '2.8126', '2.813'],
    ['smalian', '2.8204', '2.82'],
    ['newton', '2.8152', '2.815'],
  ] as const)('%s: %s', (rule, exact, volume) => {
    expect(toFourPlaces(rule, log)).toBe(exact)
    expect(logVolume(rule, log)).toEqual({ volume })
  })
})

describe('the check values of GB/T 4814-2013', () => {
  test.each([
    ['2', '8', '0.013'],
    ['2', '10', '0.019'],
    ['2', '14', '0.036'],
    ['2', '20', '0.072'],
    ['2', '30', '0.158'],
    ['2', '40', '0.278'],
    ['3.3', '16', '0.084'],
    ['4', '30', '0.344'],
    ['6', '50', '1.431'],
    ['6', '72', '2.879'],
    ['8', '60', '2.747'],
  ])('%s m, %s cm: %s m³', (length, smallEnd, volume) => {
    expect(logVolume('gbt4814', { length, smallEnd })).toEqual({ volume })
  })

  test('a log beyond the table: 14 m, 40 cm', () => {
    expect(logVolume('gbt4814Long', { length: '14', smallEnd: '40' })).toEqual({ volume: '2.474' })
  })

  test('the same log by the mean of its ends has less', () => {
    expect(logVolume('meanDiameter', { largeEnd: '80', smallEnd: '72', length: '6' })).toEqual({ volume: '2.722' })
  })

  test('4 to 6 cm have four places, 7 cm three', () => {
    expect(logVolume('gbt4814', { length: '2', smallEnd: '4' })).toEqual({ volume: '0.0041' })
    expect(logVolume('gbt4814', { length: '2', smallEnd: '6' })).toEqual({ volume: '0.0079' })
    expect(logVolume('gbt4814', { length: '2', smallEnd: '7' })).toEqual({ volume: '0.01' })
  })
})

test.each([
  ['3.5', '4'],
  ['12.49', '12'],
  ['12.5', '13'],
  ['13.4', '13'],
  ['13.5', '14'],
  ['14.9', '14'],
  ['15', '16'],
  ['16.99', '16'],
  ['71', '72'],
  ['70.999', '70'],
])('GB/T 144 scales %s cm to %s cm', (measured, scaled) => {
  expect(decimalText(scaledDiameter(parseDecimal(measured)!))).toBe(scaled)
})

describe('is refused', () => {
  test.each([
    ['gbt4814', { smallEnd: '3.4' }, { reason: 'below', input: 'smallEnd', limit: '4' }],
    ['gbt4814', { smallEnd: '121' }, { reason: 'above', input: 'smallEnd', limit: '120' }],
    ['gbt4814', { length: '0.499999' }, { reason: 'below', input: 'length', limit: '0.5' }],
    ['gbt4814', { length: '20.1' }, { reason: 'above', input: 'length', limit: '20' }],
    ['gbt4814Long', { length: '10' }, { reason: 'below', input: 'length', limit: '10.1' }],
    ['huber', { middle: undefined }, { reason: 'missing', input: 'middle' }],
    ['huber', { middle: ' ' }, { reason: 'missing', input: 'middle' }],
    ['newton', { largeEnd: '0' }, { reason: 'invalid', input: 'largeEnd' }],
    ['smalian', { smallEnd: '-72' }, { reason: 'invalid', input: 'smallEnd' }],
    ['smalian', { smallEnd: Number.NaN }, { reason: 'invalid', input: 'smallEnd' }],
    ['smalian', { smallEnd: '1e308' }, { reason: 'invalid', input: 'smallEnd' }],
    ['smalian', { smallEnd: '7,2' }, { reason: 'invalid', input: 'smallEnd' }],
    ['meanDiameter', { length: '9'.repeat(41) }, { reason: 'invalid', input: 'length' }],
  ] as const)('%s of %o', (rule, changed, fault) => {
    expect(logVolume(rule, { ...log, ...changed })).toEqual({ fault })
  })

  test('at the ends of the range it is not', () => {
    for (const [smallEnd, length] of [
      ['3.5', '0.5'],
      ['120.9', '20'],
    ])
      expect(logVolume('gbt4814', { smallEnd, length }).volume).toBeDefined()
  })
})

test('every rule agrees with the same formula in floating point, and never rounds to nothing', () => {
  const tenths = (least: number, most: number) => fc.integer({ min: least, max: most }).map(n => String(n / 10))
  const formulas: Partial<Record<LogRule, (a: number, b: number, m: number, l: number) => number>> = {
    meanDiameter: (a, b, _, l) => (Math.PI / 4) * ((a + b) / 2) ** 2 * l,
    huber: (_a, _b, m, l) => (Math.PI / 4) * m ** 2 * l,
    smalian: (a, b, _, l) => (Math.PI / 8) * (a ** 2 + b ** 2) * l,
    newton: (a, b, m, l) => (Math.PI / 24) * (a ** 2 + 4 * m ** 2 + b ** 2) * l,
  }
  fc.assert(
    fc.property(
      tenths(50, 3000),
      tenths(50, 3000),
      tenths(50, 3000),
      tenths(5, 200),
      (largeEnd, smallEnd, middle, length) => {
        for (const rule of logRules) {
          const formula = formulas[rule]
          if (!formula) continue
          const [a, b, m] = [largeEnd, smallEnd, middle].map(one => Number(one) / 100) as [number, number, number]
          const { volume } = logVolume(rule, { largeEnd, smallEnd, middle, length })
          expect(Math.abs(Number(volume) - formula(a, b, m, Number(length)))).toBeLessThan(0.000_501)
        }
      },
    ),
  )
  expect(logVolume('huber', { middle: '1', length: '0.1' })).toEqual({ volume: '0.001' })
})
