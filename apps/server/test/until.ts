/**
 * Waits for a condition.
 * @throws when it is not true after two minutes, with the last value
 */
export async function until<T>(look: () => Promise<T> | T, what = 'what was waited for'): Promise<NonNullable<T>> {
  const end = Date.now() + 120_000
  for (;;) {
    const seen = await look()
    if (seen) return seen as NonNullable<T>
    if (Date.now() > end) throw new Error(`${what} did not come`)
    await new Promise(wake => setTimeout(wake, 25))
  }
}
