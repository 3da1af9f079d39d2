/** Scanned codes of a report, of an act on labels or of a receipt. The first screen loads this: it imports nothing heavy. */
import type { ScannedCode } from './report.ts'

/** Codes as a body names them: single ones, and ranges by their ends. */
export const nameCodes = (codes: readonly Pick<ScannedCode, 'code' | 'last'>[]) => ({
  codes: codes.filter(({ last }) => last === undefined).map(({ code }) => code),
  ranges: codes.flatMap(({ code, last }) => (last === undefined ? [] : [{ first: code, last }])),
})

/** The number of codes; a range counts as one until its number is known. */
export const countCodes = (codes: readonly ScannedCode[]): number =>
  codes.reduce((sum, { check }) => sum + ((check.state === 'good' && check.count) || 1), 0)
