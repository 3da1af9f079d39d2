/** Storage that readers may have disabled (private windows, embedded browsers): then nothing is remembered. */
export interface SafeStorage {
  get: (key: string) => string | null
  set: (key: string, value: string) => void
  remove: (key: string) => void
}

export function openStorage(area: () => Storage): SafeStorage {
  const attempt = <T>(action: (storage: Storage) => T, fallback: T): T => {
    try {
      return action(area())
    } catch {
      return fallback
    }
  }
  return {
    get: key => attempt(storage => storage.getItem(key), null),
    set: (key, value) => attempt(storage => storage.setItem(key, value), undefined),
    remove: key => attempt(storage => storage.removeItem(key), undefined),
  }
}
