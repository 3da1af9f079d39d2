export const pause = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))

/**
 * Checks a condition repeatedly.
 * @returns whether it became true within `patienceMs`
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { patienceMs, everyMs = 50 }: { patienceMs: number; everyMs?: number },
): Promise<boolean> {
  const end = performance.now() + patienceMs
  for (;;) {
    if (await isSo()) return true
    if (performance.now() >= end) return false
    await pause(everyMs)
  }
}
