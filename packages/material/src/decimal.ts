/** An exact decimal number: `units` / 10 ^ `scale`. */
export interface Decimal {
  units: bigint
  scale: number
}

/** Longer texts are no measures; without a bound, a text of megabytes would be multiplied. */
const longest = 40

/** Plain decimals only, as the wire has them: no exponent, no leading zero, no sign but minus. */
const pattern = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** Reads decimal text; undefined for everything else (NaN, `1e308`, an empty text). */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > longest || !pattern.test(text)) return undefined
  const fraction = text.split('.')[1] ?? ''
  return { units: BigInt(text.replace('.', '')), scale: fraction.length }
}

/** A decimal that is written in the source. @throws RangeError when it is none */
export function decimal(text: string): Decimal {
  const value = parseDecimal(text)
  if (!value) throw new RangeError(`not a decimal: ${text}`)
  return value
}

const powerOfTen = (n: number): bigint => 10n ** BigInt(n)

const unitsAt = ({ units, scale }: Decimal, wanted: number): bigint => units * powerOfTen(wanted - scale)

export function add(...values: readonly Decimal[]): Decimal {
  const scale = Math.max(0, ...values.map(value => value.scale))
  return { units: values.reduce((sum, value) => sum + unitsAt(value, scale), 0n), scale }
}

export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, { units: -b.units, scale: b.scale })

export function multiply(...values: readonly Decimal[]): Decimal {
  return values.reduce((product, { units, scale }) => ({
    units: product.units * units,
    scale: product.scale + scale,
  }))
}

export const square = (value: Decimal): Decimal => multiply(value, value)

/** Below zero when a < b, zero when they are the same number. */
export function compare(a: Decimal, b: Decimal): number {
  const { units } = subtract(a, b)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

/**
 * A number that is zero or above, divided and rounded, half and more up.
 * @param digits decimal places that stay
 */
export function roundQuotient({ units, scale }: Decimal, divisor: bigint, digits: number): Decimal {
  const numerator = units * powerOfTen(Math.max(0, digits - scale)) * 2n
  const denominator = divisor * powerOfTen(Math.max(0, scale - digits)) * 2n
  return { units: (numerator + denominator / 2n) / denominator, scale: digits }
}

/** Decimal text without zeros at its end, as values are stored: 2.5, not 2.500. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  return units < 0n && text !== '0' ? `-${text}` : text
}
