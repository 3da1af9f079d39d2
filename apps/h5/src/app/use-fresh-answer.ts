import { useCallback, useEffect, useState } from 'react'
import { useApp } from './context.ts'

/**
 * An answer that is not stored on the phone: asked for with every visit, and again when the network comes back.
 * @param load the same function while it asks for the same
 */
export function useFreshAnswer<T>(load: () => Promise<T>) {
  const { online } = useApp()
  const [state, setState] = useState<{ data?: T; error?: unknown }>({})
  const [reloads, setReloads] = useState(0)
  useEffect(() => {
    void reloads
    if (!online) return
    let isCancelled = false
    load().then(
      data => !isCancelled && setState({ data }),
      (error: unknown) => !isCancelled && setState(old => ({ ...old, error })),
    )
    return () => {
      isCancelled = true
    }
  }, [load, online, reloads])
  return { ...state, reload: useCallback(() => setReloads(count => count + 1), []) }
}
