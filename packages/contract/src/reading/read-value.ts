import type { Kind, TextKind } from '../kinds/kind.ts'
import { checkValue } from '../kinds/kinds.ts'
import { type Answer, type Cell, type ReadBy, refuse, refuseError } from './cell.ts'
import { type Choices, readChoice } from './choice.ts'
import { readEmail, readPhone } from './contact.ts'
import { readCountry } from './country.ts'
import { readTimeZone } from './time-zone.ts'
import { readDay } from './day.ts'
import { readCoordinates } from './degrees.ts'
import { readMoment } from './moment.ts'
import { Names } from './names.ts'
import { readNumber } from './number.ts'
import { readSpecies } from './species.ts'
import { readText } from './text.ts'

/** A value in wire form. */
export type ReadableValue = string | number | boolean | readonly [string, string]

/** What only the place that reads knows: the choices of a list, a dictionary or the records of a reference. */
export interface Known {
  choices?: Choices<string | number | boolean> | undefined
  separator?: string
}

/**
 * Reads a cell as a value of a kind, in the form that calls carry it, and checks it by the rules of its kind.
 * @throws RangeError for files and formatted text, which no cell and no text field holds
 */
export function readValue(kind: Kind, cell: Cell, by: ReadBy, known: Known = {}): Answer<ReadableValue> {
  const answer = readerOf(kind, cell, by, known)
  if ('fault' in answer) return answer
  const fault = checkValue(kind, false, answer.value)
  return fault ? { fault } : answer
}

function readerOf(kind: Kind, cell: Cell, by: ReadBy, known: Known): Answer<ReadableValue> {
  switch (kind.kind) {
    case 'text':
      return readTextKind(kind, cell)
    case 'integer':
    case 'decimal':
      return readNumber(cell, by, kind)
    case 'date':
      return readDay(cell, by)
    case 'datetime':
      return readMoment(cell, by)
    case 'country':
      return readCountry(cell, by)
    case 'timeZone':
      return readTimeZone(cell)
    case 'coordinates':
      return readCoordinates(cell, by)
    case 'flag':
      if (cell.is === 'boolean') return { value: cell.yes }
      return yesOrNo(chosen(cell, known, []))
    case 'choice':
      return chosen(cell, known, kind.options)
    case 'dict':
      return kind.dict === 'tree_species' && known.choices
        ? readSpecies(cell, known.choices, known.separator)
        : chosen(cell, known, [])
    case 'ref':
      return chosen(cell, known, [], 'referenceMissing')
    case 'richText':
    case 'images':
    case 'files':
    case 'video':
      throw new RangeError(`no cell holds ${kind.kind}`)
  }
}

/** Lists keep the values of a flag as texts. */
const yesOrNo = (answer: Answer<string | number | boolean>): Answer<boolean> =>
  'fault' in answer ? answer : { ...answer, value: answer.value === true || answer.value === 'true' }

function readTextKind(kind: TextKind, cell: Cell): Answer<string> {
  switch (kind.patternError) {
    case 'notPhone':
      return readPhone(cell, false)
    case 'notMobile':
      return readPhone(cell, true)
    case 'notEmail':
      return readEmail(cell)
    default:
      return readText(cell, (kind.lines ?? 1) > 1)
  }
}

function chosen(
  cell: Cell,
  { choices, separator }: Known,
  options: readonly string[],
  error?: 'referenceMissing',
): Answer<string | number | boolean> {
  if (cell.is === 'error') return refuseError(cell)
  const offered = choices ?? {
    names: options.reduce((names, option) => names.add(option, option), new Names<string>()),
    labels: options,
  }
  if (offered.labels.length === 0 && !choices) return refuse(error ?? 'notOneOf', 'unknown', cell)
  return readChoice(cell, offered as Choices<string | number | boolean>, {
    ...(separator && { separator }),
    ...(error && { error }),
  })
}
