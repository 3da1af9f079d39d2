import type { ScanAnswer } from '@timbermark/contract/trace'
import type { Position, Store } from '../live.ts'
import type { SafeStorage } from './storage.ts'

const locateMs = 8_000

export type Locate = () => Promise<Position>
/** Counts the visit; a second call adds the position to the same scan. */
export type SendScan = (position: Position | null) => Promise<ScanAnswer>
export type Permission = 'granted' | 'denied' | 'prompt' | 'unavailable'

export interface VisitActions {
  share: () => Promise<void>
  decline: () => void
}

/**
 * Counts this visit immediately: opening the page is the scan. The position is requested in parallel, and sent afterwards when
 * the reader shares it.
 */
export async function startVisit(
  store: Store,
  local: SafeStorage,
  permission: () => Promise<Permission>,
  locate: Locate,
  send: SendScan,
): Promise<VisitActions> {
  const counted = send(null).then(
    scan => store.set({ scan, scanFailed: false }),
    () => store.set({ scanFailed: true }),
  )

  async function share() {
    store.set({ position: 'locating' })
    let place: Position
    try {
      place = await locate()
    } catch (error) {
      return store.set({ position: isPermissionDenied(error) ? 'denied' : 'failed' })
    }
    store.set({ place })
    local.set('position', 'yes')
    // If both calls were in flight together, either one might be counted first.
    await counted
    try {
      store.set({ scan: await send(place), scanFailed: false, position: 'shared' })
    } catch {
      store.set({ position: 'unsent' })
    }
  }

  function decline() {
    store.set({ position: 'declined' })
    local.set('position', 'no')
  }

  const state = await permission()
  if (state === 'granted') void share()
  else if (state === 'denied') store.set({ position: 'denied' })
  else if (state === 'prompt') store.set({ position: local.get('position') === 'no' ? 'declined' : 'asking' })
  return { share, decline }
}

function isPermissionDenied(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 1
}

/** Resolves when somebody looks at the page: not while it is loaded in advance, nor in a tab that was never opened. */
export async function whenSeen(page: Document = document): Promise<void> {
  const waitFor = (event: string) => new Promise(done => page.addEventListener(event, done, { once: true }))
  if ((page as { prerendering?: boolean }).prerendering) await waitFor('prerenderingchange')
  while (page.visibilityState === 'hidden') await waitFor('visibilitychange')
}

/** A visit is one device, one code, half an hour: the server counts so too. Milliseconds. */
const visitMs = 30 * 60_000
const visitsKey = 'visits'
const maxVisits = 50

/** The time of this device's last counted visit by code. */
function loadVisits(local: SafeStorage): Record<string, number> {
  try {
    const visits: unknown = JSON.parse(local.get(visitsKey) ?? '{}')
    return typeof visits === 'object' && visits !== null ? (visits as Record<string, number>) : {}
  } catch {
    return {}
  }
}

/** Remembers a counted visit. A repeat of one that still lasts does not extend it. */
export function rememberVisit(local: SafeStorage, code: string, now = Date.now()): void {
  const { [code]: last, ...others } = loadVisits(local)
  const newest = Object.entries(others).sort(([, a], [, b]) => b - a)
  const at = last !== undefined && now - last < visitMs ? last : now
  local.set(visitsKey, JSON.stringify({ [code]: at, ...Object.fromEntries(newest.slice(0, maxVisits - 1)) }))
}

/**
 * Whether the page came back without a scan: reloaded, restored or by the back button, after the visit it was counted for. While
 * that lasts, the server recognises it, and a position can still be added.
 */
export function isReturn(local: SafeStorage, code: string, navigation: string | undefined, now = Date.now()): boolean {
  if (navigation !== 'reload' && navigation !== 'back_forward') return false
  const last = loadVisits(local)[code]
  // Without storage nothing tells whether it was counted; the load before this one was.
  return last === undefined ? local.get('device') === null : now - last >= visitMs
}

/** How the browser came to this page. */
export function navigationKind(): string | undefined {
  const [entry] = performance.getEntriesByType?.('navigation') ?? []
  return (entry as { type?: string } | undefined)?.type
}

/** How the browser would answer a request for the position, without making the request. */
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
      // Some devices answer 0, 0 without a fix.
      ({ coords: { longitude, latitude } }) =>
        longitude === 0 && latitude === 0 ? reject(new Error('no fix')) : resolve({ longitude, latitude }),
      reject,
      { timeout: locateMs, maximumAge: 60_000, enableHighAccuracy: false },
    ),
  )
}

/** A random id of this browser, so that two scans by one phone do not count as two phones. */
export function deviceId(local: SafeStorage): string {
  const known = local.get('device')
  if (known && /^[0-9a-f]{32}$/.test(known)) return known
  const name = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
  local.set('device', name)
  return name
}
