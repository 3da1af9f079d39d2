/** How long the same write to the same address counts as a double click. */
export const doubleSubmitMilliseconds = 1000

/** Bodies beyond this are not compared: nobody sends them by a double click. */
const comparedCharacters = 5 * 1024 * 1024

/** Remembers the last writes, so that the second of two that are equal and come within a second is known. */
export function createDoubleSubmitGuard(now: () => number = () => Date.now()) {
  const sent = new Map<string, { at: number }>()
  return {
    /**
     * @returns forgets the write, for when it failed: what was not done may be sent again at once. Undefined when it was
     * sent within the last second already.
     */
    begin(method: string, url: string, body: string): (() => void) | undefined {
      if (body.length > comparedCharacters) return () => {}
      const at = now()
      for (const [key, write] of sent) if (at - write.at >= doubleSubmitMilliseconds) sent.delete(key)
      const key = `${method} ${url} ${body}`
      if (sent.has(key)) return undefined
      const write = { at }
      sent.set(key, write)
      return () => {
        if (sent.get(key) === write) sent.delete(key)
      }
    },
  }
}
