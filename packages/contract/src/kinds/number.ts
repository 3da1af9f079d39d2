import type { Fault } from './fault.ts'
import type { NumberKind } from './kind.ts'

/** Signed integer or decimal without leading zeros (specification section 5, numeric helper). */
export const numericPattern = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** Decimal text of a number or of numeric text; undefined for everything else (an exponent, for instance). */
export function decimalText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return numericPattern.test(text) ? text : undefined
}

/** `2.50` and 2.5 are the same number and get the same form. */
export function withoutZeros(text: string): string {
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return short === '-0' ? '0' : short
}

export function checkNumber(kind: NumberKind, value: unknown): Fault | undefined {
  const text = decimalText(value)
  const number = typeof value === 'number' ? value : Number(text ?? Number.NaN)
  if (Number.isNaN(number)) return { error: 'notNumber' }
  if (text !== undefined) {
    const fraction = text.split('.')[1] ?? ''
    if (kind.digits !== undefined && fraction.length > kind.digits) return { error: 'notNumber' }
  } else if (!Number.isFinite(number)) return { error: 'notNumber' }
  // A double cannot hold larger whole numbers exactly: the intended value is unknown, so no bound is named.
  if (kind.kind === 'integer' && !Number.isSafeInteger(number)) return { error: 'notInteger' }
  if (kind.min !== undefined && number < kind.min) return { error: 'tooSmall', params: { min: kind.min } }
  if (kind.max !== undefined && number > kind.max) return { error: 'tooLarge', params: { max: kind.max } }
  // A number that needs an exponent is no decimal; the bounds were checked above.
  return text !== undefined && Number.isFinite(number) ? undefined : { error: 'notNumber' }
}

export function canonicalNumber(value: unknown): string | undefined {
  const text = decimalText(value)
  return text === undefined ? undefined : withoutZeros(text)
}
