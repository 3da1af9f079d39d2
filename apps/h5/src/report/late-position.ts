import type { FieldValue, Position } from './report.ts'

/**
 * The answer after the phone has found its position. The search takes up to 20 s; an entry made meanwhile stays.
 * @param atStart the answer when the search started
 * @param current the answer when the position arrived
 */
export function applyLatePosition<Value extends FieldValue>(
  atStart: FieldValue | null | undefined,
  current: Value | undefined,
  position: Position,
): Value | Position | undefined {
  return isSameValue(atStart ?? undefined, current) ? position : current
}

const isSameValue = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  one === other ||
  (Array.isArray(one) && Array.isArray(other) && one.every((part, index) => Object.is(part, other[index])))
