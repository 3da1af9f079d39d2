const firstDelay = 5_000
/** No report waits longer than this for its next attempt. */
export const longestDelay = 10 * 60_000

/**
 * Milliseconds to wait after the `attempts`-th failure: 5 s, doubled each time, at most 10 minutes. `random` (0..1)
 * shortens it by up to a quarter, so that phones which lost the same mast do not come back in the same second.
 */
export function retryDelay(attempts: number, random: number = Math.random()): number {
  const full = Math.min(longestDelay, firstDelay * 2 ** Math.max(0, Math.min(attempts, 30) - 1))
  return Math.round(full * (1 - random / 4))
}
