/** Several logs in one report: the rows of its table, as pure functions. */
import { normaliseNumber } from '@timbermark/client'
import type { Language } from '@timbermark/contract'
import { rowVolume, type StageTable, totalVolume } from '@timbermark/contract/stages'
import { askedValues, type FormField } from './form-model.ts'
import { type CodeCheck, type FieldValue, isEmpty, type ReportContent, type ScannedCode } from './report.ts'

/** One log of a report: its code, and what it alone has. */
export interface LogRow {
  /** Names the row on this phone; never changes. */
  key: string
  /** Empty while it was not scanned yet. */
  code: string
  /** Milliseconds since 1970. */
  at: number
  check: CodeCheck
  values: Record<string, FieldValue>
}

/** The codes that a report is about, however it holds them. */
export function codesOf({ codes, rows }: Pick<ReportContent, 'codes' | 'rows'>): ScannedCode[] {
  return rows ? rows.filter(row => row.code !== '').map(({ code, at, check }) => ({ code, at, check })) : codes
}

/** How many codes these are; a range of which the number is not known yet counts as one. */
export const numberOf = (codes: readonly ScannedCode[]): number =>
  codes.reduce((sum, { check }) => sum + ((check.state === 'good' && check.count) || 1), 0)

/** What the next log most likely has in common with this one: everything but its number, its sizes and its pictures. */
export function likeRow(table: StageTable, fields: readonly FormField[], values: LogRow['values']): LogRow['values'] {
  return pickValues(
    values,
    rowFields(table, fields).filter(field => field.type === 'dict' || field.type === 'choice'),
  )
}

/** A copy of a row for a log of the same size: all but its code, its number and its pictures. */
export function copyRow(row: LogRow, fields: readonly FormField[], key: string, at: number): LogRow {
  const same = fields.filter(field => field.type !== 'images' && field.key !== 'logNumber')
  return { key, code: '', at, check: { state: 'unchecked' }, values: pickValues(row.values, same) }
}

function pickValues(values: LogRow['values'], fields: readonly FormField[]): LogRow['values'] {
  const keys = new Set(fields.map(field => field.key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key)))
}

/** The fields that each row asks for, in the order of the table. */
export function rowFields(table: StageTable, fields: readonly FormField[]): FormField[] {
  return table.fields.flatMap(key => fields.find(field => field.key === key) ?? [])
}

/** The values of a row after one was typed: where its diameters and its length make a volume, that is its volume. */
export function setRowValue(
  table: StageTable,
  values: LogRow['values'],
  input: { key: string; value: FieldValue | undefined; language: Language },
): LogRow['values'] {
  const { key, value, language } = input
  const { [key]: _, ...others } = values
  const next: LogRow['values'] = value === undefined || isEmpty(value) ? others : { ...others, [key]: value }
  const target = table.volume?.volume
  if (target === undefined) return next
  const made = volumeOf(table, next, language)
  if (made !== undefined) return { ...next, [target]: made }
  // A volume that was worked out goes with the measures it was worked out from.
  if (key !== target && volumeOf(table, values, language) !== undefined) delete next[target]
  return next
}

/** The volume that a row's measures make; undefined while they are not complete. */
export function volumeOf(table: StageTable, values: LogRow['values'], language: Language): string | undefined {
  if (!table.volume) return undefined
  const { diameters, length } = table.volume
  const plain = [...diameters, length].map(key => {
    const value = values[key]
    return [key, typeof value === 'string' && value.trim() ? normaliseNumber(value, language) : undefined] as const
  })
  return rowVolume(table, Object.fromEntries(plain))
}

/** Cubic metres of all rows together; undefined where the stage's rows have no volume. */
export function tableVolume(table: StageTable, rows: readonly LogRow[], language: Language): string | undefined {
  const key = table.volume?.volume ?? (table.fields.includes('volume') ? 'volume' : undefined)
  if (key === undefined) return undefined
  return totalVolume(
    rows.map(row => {
      const value = row.values[key]
      return typeof value === 'string' && value !== '' ? normaliseNumber(value, language) : undefined
    }),
  )
}

/** The table as it is sent: rows without code or value are left out, and values are as they are kept. */
export function cleanRows(
  table: StageTable,
  fields: readonly FormField[],
  rows: readonly LogRow[],
  language: Language,
): LogRow[] {
  return rows
    .filter(row => !isBlank(row))
    .map(row => {
      const values = askedValues(rowFields(table, fields), row.values, language)
      const made = rowVolume(table, values)
      return { ...row, values: made && table.volume ? { ...values, [table.volume.volume]: made } : values }
    })
}

/** A row in which nothing was said yet. */
export const isBlank = (row: LogRow): boolean => row.code === '' && Object.values(row.values).every(isEmpty)

/**
 * From one set of values for all codes to a table: each code becomes a row, with what was entered for all.
 * @param newKey makes the key of a row
 */
export function toTable(
  content: Pick<ReportContent, 'codes' | 'values'>,
  table: StageTable,
  fields: readonly FormField[],
  newKey: () => string,
): Pick<ReportContent, 'rows' | 'codes' | 'values'> {
  const own = rowFields(table, fields)
  // Pictures are kept once; they stay with the first log.
  const shared = own.filter(field => field.type !== 'images')
  const rows = content.codes.map(
    (entry, n): LogRow => ({ ...entry, key: newKey(), values: pickValues(content.values, n === 0 ? own : shared) }),
  )
  const held = new Set(own.map(field => field.key))
  return {
    rows,
    codes: [],
    values: Object.fromEntries(Object.entries(content.values).filter(([key]) => !held.has(key))),
  }
}

/** Back from a table to one set of values: the codes stay, and what the first log had holds for all. */
export function toList(
  content: Pick<ReportContent, 'codes' | 'rows' | 'values'>,
): Pick<ReportContent, 'rows' | 'codes' | 'values'> {
  const first = content.rows?.[0]
  return { rows: undefined, codes: codesOf(content), values: { ...content.values, ...first?.values } }
}
