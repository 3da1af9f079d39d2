import { useEffect, useState } from 'react'
import { type AnswerCache, fetchAndCache, readCached } from '../platform/answer-cache.ts'
import { useApp } from './context.ts'

/** An answer as a page shows it, cached or fresh. */
export interface CachedAnswer<T> {
  data: T | undefined
  /** When the server sent the data (milliseconds since 1970). */
  at: number
  /** Received in this visit, not in an earlier one. */
  fresh: boolean
  loading: boolean
  error: unknown
}

/**
 * The cached answer at once, then the server's. With `path` null nothing is requested.
 * @param reloads a number that counts up requests it again
 * @param load fetches and caches it; the same function in every call
 */
export function useCachedAnswer<T>(
  path: string | null,
  reloads = 0,
  load: (cache: AnswerCache, path: string) => Promise<T> = fetchAndCache,
): CachedAnswer<T> {
  const { cache, online } = useApp()
  const [state, setState] = useState<CachedAnswer<T>>({
    data: undefined,
    at: 0,
    fresh: false,
    loading: true,
    error: undefined,
  })
  useEffect(() => {
    // Requested again when the network comes back.
    void online
    void reloads
    if (path === null) return
    let isCancelled = false
    const show = (next: Partial<CachedAnswer<T>>) => !isCancelled && setState(old => ({ ...old, ...next }))
    const remembered = readCached<T>(cache, path)
      .catch(() => undefined)
      .then(row => {
        if (row) show({ data: row.data, at: row.at, fresh: false, loading: false, error: undefined })
      })
    // The cached answer is shown first, so that it cannot overwrite the fresh one.
    void remembered
      .then(() => load(cache, path))
      .then(data => show({ data, at: Date.now(), fresh: true, loading: false, error: undefined }))
      .catch((error: unknown) => show({ loading: false, error }))
    return () => {
      isCancelled = true
    }
  }, [cache, path, online, reloads, load])
  return state
}
