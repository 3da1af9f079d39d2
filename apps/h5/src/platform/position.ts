import { isNoFix } from '@timbermark/contract/stages'
import type { Position } from '../report/report.ts'

export interface PositionFix {
  position: Position
  /** Metres. */
  accuracy: number
}

/** Digits after the point: about one decimetre, far finer than a phone measures. */
const digits = 6

/** The phone's position, or null when it is denied, unsupported or not available within 20 s; some devices answer 0, 0 without a fix. */
export function findPosition(): Promise<PositionFix | null> {
  if (!navigator.geolocation) return Promise.resolve(null)
  return new Promise(resolve => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) =>
        resolve(
          isNoFix(longitude, latitude)
            ? null
            : { position: [Number(longitude.toFixed(digits)), Number(latitude.toFixed(digits))], accuracy },
        ),
      () => resolve(null),
      // For a person on foot a fix of the last minute is the same place, and it saves battery.
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 },
    )
  })
}
