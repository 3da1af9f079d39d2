import type { Position } from '../report/report.ts'

export interface PositionFix {
  position: Position
  /** Metres. */
  accuracy: number
}

/** Digits after the point: about one decimetre, far finer than a phone measures. */
const digits = 6

/** The phone's position, or null when it is denied, unsupported or not available within 20 s. */
export function findPosition(): Promise<PositionFix | null> {
  if (!navigator.geolocation) return Promise.resolve(null)
  return new Promise(resolve => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          position: [Number(coords.longitude.toFixed(digits)), Number(coords.latitude.toFixed(digits))],
          accuracy: coords.accuracy,
        }),
      () => resolve(null),
      // For a person on foot a fix of the last minute is the same place, and it saves battery.
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 },
    )
  })
}
