/** Milliseconds within which the same write to the same address counts as a double click. */
export const doubleSubmitMilliseconds = 1000

/** Bodies of more UTF-16 units than this are not compared: nobody sends them by a double click. */
const comparedCharacters = 5 * 1024 * 1024

/** Double-submit guard: recognises the second of two equal writes within `doubleSubmitMilliseconds`. */
export function createDoubleSubmitGuard(now: () => number = () => Date.now()) {
  const sent = new Map<string, { at: number }>()
  return {
    /**
     * Records a write that is about to be sent.
     * @returns a function that forgets the write; call it when the write failed, so that it may be sent again at once.
     * Undefined when the same write was sent a moment ago.
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
