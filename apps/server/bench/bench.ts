/** What every measurement shares: the line it prints, and how it handles noise. */

export interface Claim {
  title: string
  /** The result, in words with figures. */
  found: string
  /** The claim as a bound, and whether it held. */
  bound: string
  held: boolean
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const percentile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Median, smallest and largest of some runs, so that the machine's noise is visible. */
export const spread = (values: readonly number[], digits = 1): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

export function print(claims: readonly Claim[]): void {
  for (const claim of claims)
    console.log(`${claim.held ? 'ok  ' : 'MISS'} ${claim.title}\n       ${claim.found}\n       claim: ${claim.bound}`)
}
