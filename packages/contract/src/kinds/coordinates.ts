import type { Fault } from './fault.ts'
import { decimalText, withoutZeros } from './number.ts'

/** Stored decimal places of a degree: about one centimetre. */
const degreePlaces = 7

/** Degrees as a phone measured them (any finite number) or as decimal text. */
export function degreesOf(value: unknown): number | undefined {
  const degrees = typeof value === 'number' ? value : Number(decimalText(value) ?? Number.NaN)
  return Number.isFinite(degrees) ? degrees : undefined
}

export function checkCoordinates(value: unknown): Fault | undefined {
  if (!Array.isArray(value) || value.length !== 2) return { error: 'notNumber' }
  for (const [index, max] of [180, 90].entries()) {
    const degrees = degreesOf(value[index])
    if (degrees === undefined) return { error: 'notNumber' }
    if (degrees < -max) return { error: 'tooSmall', params: { min: -max } }
    if (degrees > max) return { error: 'tooLarge', params: { max } }
  }
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
