import { add, compare, type Decimal, decimal, decimalText, parseDecimal, roundQuotient } from './decimal.ts'

/** Why a rule makes no volume of these inputs. */
export interface MeasureFault<Input extends string = string> {
  /**
   * `missing`: the rule needs this input. `invalid`: it is no decimal above zero. `below`, `above`: it lies outside of the
   * range that the rule is made for; `limit` is the nearest value inside, in the input's own unit.
   */
  reason: 'missing' | 'invalid' | 'below' | 'above'
  input: Input
  limit?: string
}

/** A volume in cubic metres as decimal text, rounded as its rule demands, or why there is none. */
export type Measured<Input extends string = string> =
  | { volume: string; fault?: never }
  | { volume?: never; fault: MeasureFault<Input> }

/** A volume before it is rounded, so that nothing is rounded twice: `numerator` / `divisor` cubic metres. */
export interface ExactVolume {
  numerator: Decimal
  divisor: bigint
  /** Decimal places that the rule rounds to. */
  digits: number
}

/** Refused inputs travel as this from where they are found. */
export class RangeFault extends Error {
  readonly fault: MeasureFault
  constructor(fault: MeasureFault) {
    super(fault.reason)
    this.fault = fault
  }
}

/** Inputs in decimal text; a number that is written without an exponent counts too. */
export type Inputs<Input extends string> = Readonly<Partial<Record<Input, unknown>>>

/** Reads an input that a rule needs. @throws RangeFault missing, invalid */
export function readInput<Input extends string>(inputs: Inputs<Input>, input: Input): Decimal {
  const value = inputs[input]
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (text === '') throw new RangeFault({ reason: 'missing', input })
  const number = parseDecimal(text)
  if (!number || number.units <= 0n) throw new RangeFault({ reason: 'invalid', input })
  return number
}

/** @throws RangeFault below, above */
export function checkRange(value: Decimal, input: string, range: { least?: string; most?: string }): void {
  const { least, most } = range
  if (least !== undefined && compare(value, decimal(least)) < 0)
    throw new RangeFault({ reason: 'below', input, limit: least })
  if (most !== undefined && compare(value, decimal(most)) > 0)
    throw new RangeFault({ reason: 'above', input, limit: most })
}

/** Runs a rule; what it refuses becomes its answer. */
export function measured<Input extends string>(rule: () => ExactVolume): Measured<Input> {
  try {
    const { numerator, divisor, digits } = rule()
    const rounded = roundQuotient(numerator, divisor, digits)
    // Wood is never nothing: the thinnest stick has one unit of the last place.
    return { volume: decimalText(rounded.units === 0n ? { units: 1n, scale: digits } : rounded) }
  } catch (error) {
    if (!(error instanceof RangeFault)) throw error
    return { fault: error.fault as MeasureFault<Input> }
  }
}

/** Whether two decimal texts are the same number; false when one of them is none. */
export function isSameVolume(a: unknown, b: unknown): boolean {
  const [first, second] = [a, b].map(value => parseDecimal(String(value).trim()))
  return first !== undefined && second !== undefined && compare(first, second) === 0
}

/** Sum of volumes in decimal text, exact; texts that are no number are skipped. */
export function totalVolume(volumes: readonly (string | undefined)[]): string {
  return decimalText(add(...volumes.flatMap(volume => parseDecimal(volume?.trim() ?? '') ?? [])))
}

/** The same volume for each of several pieces. @param pieces a whole number above zero */
export function volumeOfPieces(volume: string, pieces: number): string {
  const one = decimal(volume)
  return decimalText({ units: one.units * BigInt(pieces), scale: one.scale })
}
