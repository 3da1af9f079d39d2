import type { TextKind } from '../kinds/kind.ts'
import { type Answer, type Cell, refuse, refuseError, textOf, writeCell } from './cell.ts'
import { numberText } from './number.ts'
import { plainSigns } from './plain-signs.ts'

/** Text of a cell for a number that is a name: a sheet may have typed it as a number. */
function textIn(cell: Cell): string | undefined {
  if (cell.is === 'text') return plainSigns(cell.text)
  return cell.is === 'number' ? numberText(cell.number) : undefined
}

/**
 * Reads a phone number as people write it, with blanks, points, slashes, brackets or dashes between the digits.
 * @param mobile stored as digits, so that one number has one form; other numbers keep their groups
 */
export function readPhone(cell: Cell, mobile: boolean): Answer<string> {
  if (cell.is === 'error') return refuseError(cell)
  const error = mobile ? 'notMobile' : 'notPhone'
  const text = textIn(cell)
    ?.replace(/^(?:t[eé]l(?:[eé]phone)?|phone|mobile|电话|電話|手机) ?[:.]? ?/i, '')
    .replace(/^\((\+\d{1,3})\) ?/, '$1 ')
  // A slash between blanks separates two numbers, or the ends of two.
  if (text === undefined || / \/|\/ /.test(text) || !/^(?:\+|00)?[\d ().\-/]+$/.test(text))
    return refuse(error, 'read', cell)
  // The zero in brackets is dialled inside the country only.
  const international = text.replace(/^00(?=[1-9])/, '+')
  const grouped = (international.startsWith('+') ? international.replace(/ ?\(0\) ?/, ' ') : international)
    .replace(/[./]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
  const digits = grouped.replace(/\D/g, '')
  if (digits.length < 6 || digits.length > 15) return refuse(error, 'read', cell)
  return { value: mobile ? grouped.replace(/[^\d+]/g, '') : grouped }
}

const localPart = /^[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)*$/
const domainPart = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu

/** Whether a text is an e-mail address: no two points in a row, no point at an end of a part. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  return (
    at > 0 && at <= 64 && text.length <= 254 && localPart.test(text.slice(0, at)) && domainPart.test(text.slice(at + 1))
  )
}

/** Reads an e-mail address; the part behind the @ is stored in lower case. */
export function readEmail(cell: Cell): Answer<string> {
  if (cell.is === 'error') return refuseError(cell)
  const text = (cell.is === 'text' ? plainSigns(cell.text) : writeCell(cell)).replace(/^mailto:/i, '')
  if (!isEmail(text)) return refuse('notEmail', 'read', cell)
  const at = text.lastIndexOf('@')
  return { value: text.slice(0, at + 1) + text.slice(at + 1).toLowerCase() }
}

/**
 * A phone number or e-mail address in the form in which it is stored; null for a text that is none, undefined for a field
 * of another kind.
 */
export function contactText({ patternError }: Pick<TextKind, 'patternError'>, text: string): string | null | undefined {
  if (patternError !== 'notPhone' && patternError !== 'notMobile' && patternError !== 'notEmail') return undefined
  const cell = textOf(text)
  const answer = patternError === 'notEmail' ? readEmail(cell) : readPhone(cell, patternError === 'notMobile')
  return 'fault' in answer ? null : answer.value
}
