/** A sheet as it is read: the cells that its author shows, with their places. */
import type { XlsxRefusal, XlsxValue } from './xlsx/read.ts'

export interface GridRow {
  /** Number of the row in its sheet, from 1. */
  row: number
  /** From column A on, without empty cells at the end; cells of hidden columns are empty. */
  cells: XlsxValue[]
}

/** What of a sheet was left out because its author does not show it. */
export interface LeftOut {
  /** Rows that are hidden or filtered out, counted when they hold anything. */
  rows: number
  /** Hidden columns, counted when they hold anything in a shown row. */
  columns: number
}

/** Why the rows of a sheet cannot be used, should somebody want this sheet. */
export interface GridProblem {
  reason: XlsxRefusal
  message: string
  cell?: string
}

/** Cells that are merged over several rows. */
export interface Merge {
  /** The first cell. */
  cell: string
  first: number
  last: number
}

export interface Grid {
  /** Name of the sheet; a separated text has none. */
  sheet: string | undefined
  /** The shown rows with at least one value, in their order. */
  rows: GridRow[]
  leftOut: LeftOut
  merges: Merge[]
  problem?: GridProblem
  /** How a separated text was read. */
  text?: TextForm
}

/** A sheet that can be looked at before all of it is read. */
export interface SheetRead {
  /** As much as is looked through for the heading. */
  head: Grid
  complete: () => Grid
}

/** More rows than this above a list's heading are not looked through. */
export const rowsAboveHeading = 50

/** How bytes were understood as separated text. */
export interface TextForm {
  encoding: TextEncoding
  separator: Separator
}

/** Encodings in which programs save tables. */
export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'windows-1252', 'cp850', 'macintosh'] as const
export type TextEncoding = (typeof textEncodings)[number]

export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/**
 * Stands for a formula whose result the program did not store. No text of a sheet can be this: XML has no such character.
 */
export const uncomputed = '\u0000formula'

/** The letters of a column, from 0 on: `A`, `AB`. */
export function columnLetters(place: number): string {
  let letters = ''
  for (let rest = place + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** The place of a column by its letters, from 0 on. */
export function columnPlace(letters: string): number {
  let place = 0
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64
  return place - 1
}
