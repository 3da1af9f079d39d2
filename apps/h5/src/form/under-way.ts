export type UnderWay = ReturnType<typeof createUnderWay>

/**
 * Files that are being read, made small or stored for a report. A photo of a phone takes seconds, and until its key is
 * among the answers the report is not whole: nothing may send it, keep it as the last word or load the page anew.
 */
export function createUnderWay() {
  let fields: readonly string[] = []
  const listeners = new Set<() => void>()
  const become = (next: readonly string[]) => {
    fields = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    subscribe,
    /** Names of the parts of the form for which something is under way, as often as there is. */
    fields: () => fields,
    /** Counts `work` for the part `at` until it has ended, however it ends. */
    async during(at: string, work: () => Promise<void>): Promise<void> {
      become([...fields, at])
      try {
        await work()
      } finally {
        const place = fields.indexOf(at)
        become(fields.filter((_, index) => index !== place))
      }
    },
    /** When nothing is under way any more. */
    settled(): Promise<void> {
      if (fields.length === 0) return Promise.resolve()
      return new Promise(resolve => {
        const leave = subscribe(() => {
          if (fields.length > 0) return
          leave()
          resolve()
        })
      })
    },
  }
}
