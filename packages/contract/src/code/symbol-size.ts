/** How large the symbol of an address is. Apart from the other declarations: only the form of label layouts needs it. */
import type { ErrorLevel } from './label-layout.ts'

/**
 * Characters that symbols of version 1, 2, 3 ... hold in alphanumeric mode, by error correction (ISO/IEC 18004, table 7). The
 * last one holds the longest host name.
 */
const capacities: Readonly<Record<Exclude<ErrorLevel, 'auto'>, readonly number[]>> = {
  low: [25, 47, 77, 114, 154, 195, 224, 279, 335, 395],
  medium: [20, 38, 61, 90, 122, 154, 178, 221, 262, 311],
  quartile: [16, 29, 47, 67, 87, 108, 125, 157, 189, 221, 259, 296, 352],
  high: [10, 20, 35, 50, 64, 84, 93, 122, 143, 174, 200, 227, 259, 283, 321],
}

/** Modules a side of the symbol of an address in capitals. @param characters at most 283 */
export function modulesOf(characters: number, level: ErrorLevel): number {
  const version = capacities[level === 'auto' ? 'medium' : level].findIndex(most => characters <= most) + 1
  if (version === 0) throw new RangeError(`An address has no ${characters} characters`)
  return 17 + 4 * version
}
