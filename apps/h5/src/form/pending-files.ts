export type PendingFiles = ReturnType<typeof createPendingFiles>

/**
 * Files that are being read, shrunk or stored for a report. A photo of a phone takes seconds, and until its key is among
 * the answers the report is incomplete: nothing may send it, close its draft or reload the page.
 */
export function createPendingFiles() {
  let fields: readonly string[] = []
  const listeners = new Set<() => void>()
  const setFields = (next: readonly string[]) => {
    fields = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    subscribe,
    /** Names of the form parts with pending files, one for each file operation. */
    fields: () => fields,
    /** Counts `work` for the part `at` until it ends, also when it fails. */
    async track(at: string, work: () => Promise<void>): Promise<void> {
      setFields([...fields, at])
      try {
        await work()
      } finally {
        const place = fields.indexOf(at)
        setFields(fields.filter((_, index) => index !== place))
      }
    },
    /** Resolves when no file is pending. */
    settled(): Promise<void> {
      if (fields.length === 0) return Promise.resolve()
      return new Promise(resolve => {
        const unsubscribe = subscribe(() => {
          if (fields.length > 0) return
          unsubscribe()
          resolve()
        })
      })
    },
  }
}
