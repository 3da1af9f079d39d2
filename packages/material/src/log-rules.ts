import { add, compare, type Decimal, decimal, multiply, roundQuotient, square, subtract } from './decimal.ts'
import { checkRange, type ExactVolume, type Inputs, measured, type Measured, readInput } from './measure.ts'

/** What is measured of a log: diameters in centimetres, the length in metres. */
export const logInputs = ['largeEnd', 'smallEnd', 'middle', 'length'] as const
export type LogInput = (typeof logInputs)[number]

/** The rules by which the volume of a log is measured. */
export const logRules = ['meanDiameter', 'huber', 'smalian', 'newton', 'gbt4814', 'gbt4814Long'] as const
export type LogRule = (typeof logRules)[number]

/** The inputs that a rule needs, in the order in which they are measured. */
export const inputsOfRule: Readonly<Record<LogRule, readonly LogInput[]>> = {
  meanDiameter: ['largeEnd', 'smallEnd', 'length'],
  huber: ['middle', 'length'],
  smalian: ['largeEnd', 'smallEnd', 'length'],
  newton: ['largeEnd', 'smallEnd', 'middle', 'length'],
  gbt4814: ['smallEnd', 'length'],
  gbt4814Long: ['smallEnd', 'length'],
}

/** More digits than any input has, so that no rounding to three places is decided by where they end. */
const pi = decimal('3.14159265358979323846264338327950288')
/** Square centimetres in a square metre. */
const perSquareMetre = 10_000n
/** A litre. */
const litres = 3

const four = decimal('4')

/**
 * The volume of a log in cubic metres.
 * @param inputs decimal text; the rule reads those that it needs
 */
export function logVolume(rule: LogRule, inputs: Inputs<LogInput>): Measured<LogInput> {
  return measured(() => exactLogVolume(rule, inputs))
}

/** The same before rounding. @throws RangeFault */
export function exactLogVolume(rule: LogRule, inputs: Inputs<LogInput>): ExactVolume {
  const read = (input: LogInput) => readInput(inputs, input)
  const ofCircle = (squares: Decimal, divisor: bigint): ExactVolume => ({
    numerator: multiply(pi, squares, read('length')),
    divisor: divisor * perSquareMetre,
    digits: litres,
  })
  switch (rule) {
    // V = π/4 · ((D1 + D2) / 2)² · L
    case 'meanDiameter':
      return ofCircle(square(add(read('largeEnd'), read('smallEnd'))), 16n)
    // V = π/4 · Dm² · L
    case 'huber':
      return ofCircle(square(read('middle')), 4n)
    // V = π/8 · (D1² + D2²) · L
    case 'smalian':
      return ofCircle(add(square(read('largeEnd')), square(read('smallEnd'))), 8n)
    // V = L/6 · (A1 + 4·Am + A2)
    case 'newton':
      return ofCircle(
        add(square(read('largeEnd')), square(read('smallEnd')), multiply(four, square(read('middle')))),
        24n,
      )
    case 'gbt4814':
      return chineseTable(read('smallEnd'), read('length'))
    case 'gbt4814Long':
      return chineseLongLog(read('smallEnd'), read('length'))
  }
}

const fourteen = decimal('14')

/**
 * GB/T 144: the small end as scaled, in whole centimetres below 14 cm, from there on in steps of 2 cm; half a step and
 * more rounds up.
 */
export function scaledDiameter(centimetres: Decimal): Decimal {
  const centimetre = roundQuotient(centimetres, 1n, 0)
  if (compare(centimetre, fourteen) < 0) return centimetre
  return { units: roundQuotient(centimetres, 2n, 0).units * 2n, scale: 0 }
}

/** Constants of the standard. */
const c = {
  quarterPi: decimal('0.7854'),
  eightTenths: decimal('0.8'),
  smallTaper: decimal('0.45'),
  smallExcess: decimal('0.2'),
  half: decimal('0.5'),
  squareTaper: decimal('0.005'),
  thickTaper: decimal('0.000125'),
  ten: decimal('10'),
}

/**
 * GB/T 4814-2013: table for lengths of 0.5 to 20 m and scaled diameters of 4 to 120 cm, by its two formulas. 13 cm goes by
 * the first one, which the standard states for the thinner logs that are scaled by the centimetre.
 */
function chineseTable(smallEnd: Decimal, length: Decimal): ExactVolume {
  const d = scaledDiameter(smallEnd)
  checkRange(d, 'smallEnd', { least: '4', most: '120' })
  checkRange(length, 'length', { least: '0.5', most: '20' })
  const thin = compare(d, fourteen) < 0
  const base = thin
    ? add(d, multiply(c.smallTaper, length), c.smallExcess)
    : add(
        d,
        multiply(c.half, length),
        multiply(c.squareTaper, square(length)),
        multiply(c.thickTaper, length, square(subtract(fourteen, length)), subtract(d, c.ten)),
      )
  return {
    numerator: multiply(c.quarterPi, length, square(base)),
    divisor: perSquareMetre,
    // The table has four places for 4 to 6 cm.
    digits: compare(d, decimal('6')) <= 0 ? 4 : 3,
  }
}

/** The same standard beyond its table: V = 0.8 · L · (D + 0.5·L)² / 10000, for logs over 10 m; the next scaled length is 10.1 m. */
function chineseLongLog(smallEnd: Decimal, length: Decimal): ExactVolume {
  const d = scaledDiameter(smallEnd)
  checkRange(d, 'smallEnd', { least: '4' })
  checkRange(length, 'length', { least: '10.1' })
  return {
    numerator: multiply(c.eightTenths, length, square(add(d, multiply(c.half, length)))),
    divisor: perSquareMetre,
    digits: litres,
  }
}
