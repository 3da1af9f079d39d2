import { isNoFix } from '@timbermark/contract/stages'
import { useEffect, useRef, useState } from 'react'
import type { WalkedPosition } from '../report/walk.ts'

/** Why there are no positions; `searching` until the first one, and while there is no reception. */
export type FixState = { fix: WalkedPosition } | 'searching' | 'denied' | 'unsupported'

/** Decimals of a degree: 11 cm. */
const digits = 6

/** Follows the phone's position while `active`. */
export function useFixes(active: boolean, onFix: (fix: WalkedPosition) => void): FixState {
  const [state, setState] = useState<FixState>('searching')
  const callback = useRef(onFix)
  callback.current = onFix
  useEffect(() => {
    if (!active) return
    if (!navigator.geolocation) return setState('unsupported')
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { longitude, latitude, accuracy } }) => {
        // Some devices answer 0, 0 without a fix.
        if (isNoFix(longitude, latitude)) return
        const fix: WalkedPosition = {
          position: [Number(longitude.toFixed(digits)), Number(latitude.toFixed(digits))],
          accuracy: Math.round(accuracy * 10) / 10,
        }
        setState({ fix })
        callback.current(fix)
      },
      error => setState(error.code === error.PERMISSION_DENIED ? 'denied' : 'searching'),
      { enableHighAccuracy: true, maximumAge: 0, timeout: 30_000 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [active])
  return state
}

/** Keeps the screen on while `active`: a phone that sleeps measures nothing. Where that is not possible, nothing happens. */
export function useScreenOn(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const request = () => {
      if (document.visibilityState !== 'visible') return
      navigator.wakeLock.request('screen').then(
        granted => {
          if (isOver) void granted.release()
          else lock = granted
        },
        () => {},
      )
    }
    request()
    // The browser takes it back whenever the page is hidden.
    document.addEventListener('visibilitychange', request)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [active])
}
