import { type Answer, type Cell, quoteCell, refuseError, writeCell } from './cell.ts'
import { nearestNames } from './nearest.ts'
import type { Names } from './names.ts'

/** The values of a list that people choose from. */
export interface Choices<V> {
  names: Names<V>
  /** What is offered, in the reader's language. */
  labels: readonly string[]
  /** There are more than can be listed. */
  more?: boolean
}

/** So many are named in a refusal. */
const mostNamed = 10

/**
 * Reads a choice of a list by its label in any language or by its value; the refusal names the nearest choices, or all when
 * none is near.
 * @param separator between the named choices, in the reader's language
 */
export function readChoice<V>(
  cell: Cell,
  choices: Choices<V>,
  { separator = ', ', error = 'notOneOf' }: { separator?: string; error?: 'notOneOf' | 'referenceMissing' } = {},
): Answer<V> {
  if (cell.is === 'error') return refuseError(cell)
  const text = writeCell(cell)
  const matches = choices.names.find(text)
  if (matches.length === 1) return { value: matches[0]! }
  const nearest = nearestNames(text, namesOf(choices))
  if (nearest.length > 0)
    return { fault: { error, params: { said: 'near', value: quoteCell(cell), choices: nearest.join(separator) } } }
  return {
    fault: { error, params: { said: 'value', value: quoteCell(cell), choices: namedChoices(choices, separator) } },
  }
}

/** Every name of the offered choices, in whatever language, with its label in the reader's. */
function* namesOf<V>({ names, labels }: Choices<V>): Generator<readonly [name: string, label: string]> {
  const labelByValue = new Map<V, string>()
  for (const label of labels) {
    yield [label, label]
    for (const value of names.find(label)) labelByValue.set(value, label)
  }
  yield* names.labelled(value => labelByValue.get(value))
}

/** The choices as a message names them. */
export function namedChoices({ labels, more }: Pick<Choices<unknown>, 'labels' | 'more'>, separator: string): string {
  const listed = labels.slice(0, mostNamed).join(separator)
  return more || labels.length > mostNamed ? `${listed}…` : listed
}
