import { limits } from '@timbermark/contract'
import { useSyncExternalStore } from 'react'

// Paper is narrow too, but a printed list stays a table.
const query = `screen and (max-width: ${limits.mobileBreakpoint - 0.02}px)`

function subscribe(changed: () => void) {
  const media = window.matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the window is narrower than the mobile breakpoint (992 px). */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
