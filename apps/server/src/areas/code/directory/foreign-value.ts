import { parseCode } from '@timbermark/codes'
import type { ErrorKey } from '@timbermark/contract'

/** Foreign values: characters that no spreadsheet reads as a formula and that need no escaping in an address. */
const valuePattern = /^[A-Za-z0-9(][A-Za-z0-9._:*()-]{3,49}$/

/** The form in which values are compared, ignoring case. */
export const foldForeignValue = (value: string): string => value.toUpperCase()

/** Finds why a text cannot be imported as a foreign code; undefined when it can. */
export function findForeignValueError(value: string): ErrorKey | undefined {
  if (!valuePattern.test(value)) return 'code.foreignSigns'
  // A value in the platform's code format would be ambiguous, and such codes are opened without a database query.
  return parseCode(value).ok ? 'code.foreignOwn' : undefined
}

/** Possible foreign values of what `readCodes` found, in compared form, the likeliest first. */
export function foreignValuesOf(values: readonly string[]): string[] {
  return [...new Set(values.filter(value => findForeignValueError(value) === undefined).map(foldForeignValue))]
}
