import type { FieldValue, Position } from './report.ts'

/**
 * What an answer is once the phone has found its position: up to 20 s pass, and what was entered meanwhile stays.
 * @param asked the answer when the search began
 * @param now the answer when the position came
 */
export function applyLatePosition<Value extends FieldValue>(
  asked: FieldValue | null | undefined,
  now: Value | undefined,
  found: Position,
): Value | Position | undefined {
  return samePlace(asked ?? undefined, now) ? found : now
}

const samePlace = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  one === other ||
  (Array.isArray(one) && Array.isArray(other) && one.every((part, index) => Object.is(part, other[index])))
