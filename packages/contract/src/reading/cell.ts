/**
 * What people and machines send, before it is a value: the text of a form, or a cell of a sheet with the type that the
 * sheet gave it. Each reader of this folder turns it into the value of one kind, or says what it read and what it
 * expects. Lists, forms and searches use the same readers; calls carry values that are already canonical.
 */
import type { Language } from '../limits.ts'
import type { Fault } from '../kinds/fault.ts'
import { plainText } from '../kinds/plain-text.ts'

export type Cell =
  | { is: 'text'; text: string }
  /** `unit` and `digits` are what only the sheet's format shows: `24.5 t` or `12 %`, and zeros before `0012`. */
  | { is: 'number'; number: number; unit?: string; digits?: number }
  /** The time that the sheet shows, in the UTC fields of `wallTime`: a cell has no time zone. */
  | { is: 'date'; wallTime: number }
  | { is: 'boolean'; yes: boolean }
  /** An error value of a formula, such as `#N/A`. */
  | { is: 'error'; text: string }

export const textOf = (text: string): Cell => ({ is: 'text', text })

/** By whose habits a text is read. */
export interface ReadBy {
  language: Language
  /** IANA name of the zone whose clock a time without a zone means. */
  timeZone: string
  /** Numbers of a sheet that stand for days count from 1904 instead of 1900. */
  since1904?: boolean
}

/** What a reader supposed, so that a person can check it before it is stored: phrase `note.<said>`. */
export interface Note {
  said: 'number' | 'day' | 'hour' | 'unit' | 'twice'
  params: Record<string, string | number>
}

export type Answer<V> = { value: V; note?: Note } | { fault: Fault }

/** Longest part of an input that a refusal repeats. */
const mostQuoted = 60

/** A cell as a refusal repeats it. */
export function quoteCell(cell: Cell): string {
  const text = writeCell(cell)
  const characters = [...text]
  return characters.length > mostQuoted ? `${characters.slice(0, mostQuoted).join('')}…` : text
}

/** A cell as its sheet shows it. */
export function writeCell(cell: Cell): string {
  switch (cell.is) {
    case 'text':
      return plainText(cell.text)
    case 'number':
      return writeNumber(String(cell.number), cell)
    case 'date':
      return Number.isNaN(cell.wallTime) ? '' : writeWallTime(cell.wallTime)
    case 'boolean':
      return cell.yes ? 'TRUE' : 'FALSE'
    case 'error':
      return cell.text
  }
}

/** A number with what the format of its cell adds. */
export function writeNumber(text: string, { unit, digits = 0 }: { unit?: string; digits?: number }): string {
  const padded = /^\d+$/.test(text) ? text.padStart(digits, '0') : text
  return unit === undefined ? padded : `${padded} ${unit}`
}

/** `2026-09-12 14:30`, without the time at midnight. */
export function writeWallTime(wallTime: number): string {
  const [day = '', time = ''] = new Date(wallTime).toISOString().split('T')
  if (time.startsWith('00:00:00')) return day
  return `${day} ${time.slice(0, time.startsWith(':00', 5) ? 5 : 8)}`
}

export const isBlankCell = (cell: Cell): boolean => writeCell(cell).trim() === ''

/** A refusal that repeats what was read. @param said part of the phrase: `error.<error>.<said>` */
export function refuse(
  error: Fault['error'],
  said: string,
  cell: Cell,
  params: Record<string, string | number> = {},
): { fault: Fault } {
  return { fault: { error, params: { said, value: quoteCell(cell), ...params } } }
}

/** An error value of a formula is no value of any kind. */
export const refuseError = (cell: Cell): { fault: Fault } => refuse('cellFailed', 'value', cell)
