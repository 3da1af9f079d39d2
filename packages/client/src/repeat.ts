/** How long the same write to the same address counts as a double click. */
export const repeatMilliseconds = 1000

/** Bodies beyond this are not compared: nobody sends them by a double click. */
const comparedCharacters = 5 * 1024 * 1024

/** Remembers the last writes; `repeated` answers whether this one was sent within the last second already. */
export function createRepeatGuard(now: () => number = () => Date.now()) {
  const sent = new Map<string, number>()
  return {
    repeated(method: string, url: string, body: string): boolean {
      if (body.length > comparedCharacters) return false
      const at = now()
      for (const [key, time] of sent) if (at - time >= repeatMilliseconds) sent.delete(key)
      const key = `${method} ${url} ${body}`
      if (sent.has(key)) return true
      sent.set(key, at)
      return false
    },
  }
}
