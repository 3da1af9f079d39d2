import type { Language, NumberKind } from '@timbermark/contract'
import { type Axis, readDegrees, readNumber, textOf, Unread } from '@timbermark/contract/reading'

export { localiseNumber } from '@timbermark/contract/reading'

/**
 * Reads a number as a person types it into a form: the wire form (decimal point, no separators between digits), or what
 * the form holds until the text is a number, with the reason for its check.
 */
export function readTypedNumber(
  text: string,
  language: Language,
  rule: Pick<NumberKind, 'kind' | 'min' | 'max' | 'unit'> = { kind: 'decimal' },
): string | Unread {
  const answer = readNumber(textOf(text), { language }, rule)
  return 'fault' in answer ? new Unread(text, answer.fault) : answer.value
}

/** Reads the degrees of a longitude or latitude as a person types them into a form, with or without the side of the earth. */
export function readTypedDegrees(text: string, language: Language, axis: Axis): string | Unread {
  const answer = readDegrees(textOf(text), { language }, axis)
  return 'fault' in answer ? new Unread(text, answer.fault) : answer.value
}
