/** Storage that may be switched off by the reader (private windows, embedded browsers): then nothing is remembered. */
export interface Memory {
  get: (key: string) => string | null
  set: (key: string, value: string) => void
  remove: (key: string) => void
}

export function memory(area: () => Storage): Memory {
  const attempt = <T>(action: (storage: Storage) => T, otherwise: T): T => {
    try {
      return action(area())
    } catch {
      return otherwise
    }
  }
  return {
    get: key => attempt(storage => storage.getItem(key), null),
    set: (key, value) => attempt(storage => storage.setItem(key, value), undefined),
    remove: key => attempt(storage => storage.removeItem(key), undefined),
  }
}
