import { limits } from '@timbermark/contract'
import { useSyncExternalStore } from 'react'

const narrow = `(max-width: ${limits.mobileBreakpoint - 0.02}px)`

function watch(query: string) {
  return {
    subscribe(changed: () => void) {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    matches: () => matchMedia(query).matches,
  }
}

const mobile = watch(narrow)

/** Mobile mode: narrower than 992 px. */
export const useMobile = (): boolean => useSyncExternalStore(mobile.subscribe, mobile.matches)

const reducedMotion = watch('(prefers-reduced-motion: reduce)')

/** Whether the user prefers reduced motion. */
export const useReducedMotion = (): boolean => useSyncExternalStore(reducedMotion.subscribe, reducedMotion.matches)

function subscribeWidth(changed: () => void) {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** Width of the window in CSS pixels. */
export const useWidth = (): number => useSyncExternalStore(subscribeWidth, () => innerWidth)

function subscribeNetwork(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

export const useOnline = (): boolean => useSyncExternalStore(subscribeNetwork, () => navigator.onLine)

/** How many entries the top menu shows: a third of the window over the width of an entry, rounded down. */
export const topMenuCount = (width: number): number => Math.floor(width / 3 / limits.topMenuItem)
