import type { Fault } from './fault.ts'
import { decimalText, withoutZeros } from './number.ts'
import { Unread } from './unread.ts'

/** Stored decimal places of a degree: about one centimetre. */
const degreePlaces = 7

/** Degrees as a phone measured them (any finite number) or as decimal text. */
export function degreesOf(value: unknown): number | undefined {
  const degrees = typeof value === 'number' ? value : Number(decimalText(value) ?? Number.NaN)
  return Number.isFinite(degrees) ? degrees : undefined
}

/** What devices report that have no fix: zero degrees, within ten metres. No wood grows, and no ship moors, at that point of the sea. */
export function isNoFix(longitude: unknown, latitude: unknown): boolean {
  const [east, north] = [degreesOf(longitude), degreesOf(latitude)]
  return east !== undefined && north !== undefined && Math.abs(east) < 1e-4 && Math.abs(north) < 1e-4
}

export function checkCoordinates(value: unknown): Fault | undefined {
  if (!Array.isArray(value) || value.length !== 2) return { error: 'notNumber' }
  for (const [index, max] of [180, 90].entries()) {
    const part: unknown = value[index]
    if (part instanceof Unread) return part.fault
    const degrees = degreesOf(part)
    if (degrees === undefined) return { error: 'notNumber' }
    if (degrees < -max) return { error: 'tooSmall', params: { min: -max } }
    if (degrees > max) return { error: 'tooLarge', params: { max } }
  }
  if (isNoFix(value[0], value[1])) return { error: 'noFix' }
  return undefined
}

export function canonicalCoordinates(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const rounded = value.flatMap(part => {
    const degrees = degreesOf(part)
    return degrees === undefined ? [] : [withoutZeros(degrees.toFixed(degreePlaces))]
  })
  return rounded.length === 2 ? rounded : undefined
}
