/**
 * Milliseconds after which a test gives up waiting. What works comes much sooner: the limit is for
 * a machine that does much else at the same time, on which no test may fail.
 */
export const waitLimitMs = 90_000

/**
 * The same limit for what has none of its own, so that what never ends fails where it waits and says on what.
 * @param what for the message, e.g. "closing a page"
 */
export async function withTimeout<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Gave up after ${waitLimitMs / 1000} s: ${what}`)), waitLimitMs)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
