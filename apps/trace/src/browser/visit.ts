import type { ScanAnswer } from '@timbermark/contract/trace'
import type { Position, Store } from '../live.ts'
import type { Memory } from './storage.ts'

/** How long the question for the position may hold back the count of a visit: unanswered, and while it is being answered. */
const patienceMs = 5_000
const answeringMs = 20_000
const locateMs = 8_000

export type Locate = () => Promise<Position>
export type SendScan = (position: Position | null) => Promise<ScanAnswer>
export type Permission = 'granted' | 'denied' | 'prompt' | 'unavailable'

export interface VisitActions {
  share: () => Promise<void>
  decline: () => void
  /** The reader has turned to the question: the count waits longer for the answer. */
  consider: () => void
  /** Counts the visit now if it is not counted yet, for readers who leave without answering. */
  leave: () => void
}

/**
 * Counts this visit once. The position goes with it when the reader shares it; a reader who declines, does not answer
 * or leaves is counted without one.
 */
export function startVisit(
  store: Store,
  local: Memory,
  permission: Permission,
  locate: Locate,
  send: SendScan,
  wait: (ms: number, action: () => void) => void = (ms, action) => void setTimeout(action, ms),
): VisitActions {
  let counted = false
  let considering = false
  async function count(position: Position | null) {
    if (counted) return
    counted = true
    try {
      store.set({ scan: await send(position), scanFailed: false })
    } catch {
      store.set({ scanFailed: true })
    }
  }

  async function share() {
    const late = counted
    store.set({ position: 'locating' })
    try {
      const place = await locate()
      // The visit may have been counted while the device was looking for its position.
      const later = late || counted
      store.set({ place, position: later ? 'later' : 'shared' })
      local.set('position', 'yes')
      await count(place)
    } catch (error) {
      store.set({ position: isRefusal(error) ? 'denied' : 'failed' })
      await count(null)
    }
  }

  function decline() {
    store.set({ position: 'declined' })
    local.set('position', 'no')
    void count(null)
  }

  function consider() {
    considering = true
  }

  if (permission === 'granted') void share()
  else if (permission === 'denied' || permission === 'unavailable') {
    store.set({ position: permission === 'denied' ? 'denied' : 'idle' })
    void count(null)
  } else if (local.get('position') === 'no') {
    store.set({ position: 'declined' })
    void count(null)
  } else {
    store.set({ position: 'asking' })
    wait(patienceMs, () => {
      if (store.get().position === 'asking' && !considering) void count(null)
    })
    wait(answeringMs, () => void count(null))
  }
  return { share, decline, consider, leave: () => void count(null) }
}

function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 1
}

/** What the browser would say to a request for the position, without asking it. */
export async function positionPermission(): Promise<Permission> {
  if (!isSecureContext || !navigator.geolocation) return 'unavailable'
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state
  } catch {
    return 'prompt'
  }
}

export function locate(): Promise<Position> {
  return new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ longitude: coords.longitude, latitude: coords.latitude }),
      reject,
      { timeout: locateMs, maximumAge: 60_000, enableHighAccuracy: false },
    ),
  )
}

/** A random name of this browser, so that two scans by one phone are not taken for two phones. */
export function deviceName(local: Memory): string {
  const known = local.get('device')
  if (known && /^[0-9a-f]{32}$/.test(known)) return known
  const name = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
  local.set('device', name)
  return name
}
