/** Of fewer than these a percentage says nothing, and of a change beyond this share neither. */
const fewest = 30
const largest = 9.99

/** The change of a count since the period before, as a share of it; undefined where a percentage would mislead. */
export function meaningfulShare(now: number, before: number, atLeast = fewest): number | undefined {
  if (before < atLeast || before === 0) return undefined
  const share = (now - before) / before
  return Math.abs(share) > largest ? undefined : share
}
