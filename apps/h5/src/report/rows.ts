/** Several logs in one report: pure functions on the rows of its table. */
import type { Language } from '@timbermark/contract'
import { rowVolume, type StageTable, totalVolume } from '@timbermark/contract/stages'
import { cleanValues, type FormField, plainNumber } from './form-model.ts'
import { type CodeCheck, type FieldValue, isEmpty, type ReportContent, type ScannedCode } from './report.ts'

/** One log of a report: its code and its own values. */
export interface LogRow {
  /** Identifies the row on this phone; never changes. */
  key: string
  /** Empty until it is scanned. */
  code: string
  /** Milliseconds since 1970. */
  at: number
  check: CodeCheck
  values: Record<string, FieldValue>
}

/** The codes of a report, from its list or from its rows. */
export function codesOf({ codes, rows }: Pick<ReportContent, 'codes' | 'rows'>): ScannedCode[] {
  return rows ? rows.filter(row => row.code !== '').map(({ code, at, check }) => ({ code, at, check })) : codes
}

/** The values that the next log probably shares with this one: all but number, sizes and pictures. */
export function commonRowValues(
  table: StageTable,
  fields: readonly FormField[],
  values: LogRow['values'],
): LogRow['values'] {
  return pickValues(
    values,
    rowFields(table, fields).filter(field => field.type === 'dict' || field.type === 'choice'),
  )
}

/** A copy of a row for a log of the same size: all but code, number and pictures. */
export function copyRow(row: LogRow, fields: readonly FormField[], key: string, at: number): LogRow {
  const same = fields.filter(field => field.type !== 'images' && field.key !== 'logNumber')
  return { key, code: '', at, check: { state: 'unchecked' }, values: pickValues(row.values, same) }
}

function pickValues(values: LogRow['values'], fields: readonly FormField[]): LogRow['values'] {
  const keys = new Set(fields.map(field => field.key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key)))
}

/** The fields of a row, in the order of the table. */
export function rowFields(table: StageTable, fields: readonly FormField[]): FormField[] {
  return table.fields.flatMap(key => fields.find(field => field.key === key) ?? [])
}

/** The values of a row after one was typed. When diameters and length are complete, the volume is computed from them. */
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
  const computedVolume = volumeOf(table, next, language)
  if (computedVolume !== undefined) return { ...next, [target]: computedVolume }
  // A computed volume is removed with the measures it was computed from.
  if (key !== target && volumeOf(table, values, language) !== undefined) delete next[target]
  return next
}

/** The volume computed from a row's measures; undefined while they are incomplete. */
export function volumeOf(table: StageTable, values: LogRow['values'], language: Language): string | undefined {
  if (!table.volume) return undefined
  const { diameters, length } = table.volume
  const plain = [...diameters, length].map(key => [key, plainNumber(values[key], language)] as const)
  return rowVolume(table, Object.fromEntries(plain))
}

/** Cubic metres of all rows together; undefined when the stage's rows have no volume. */
export function tableVolume(table: StageTable, rows: readonly LogRow[], language: Language): string | undefined {
  const key = table.volume?.volume ?? (table.fields.includes('volume') ? 'volume' : undefined)
  if (key === undefined) return undefined
  return totalVolume(rows.map(row => plainNumber(row.values[key], language)))
}

/** The table as it is sent: with canonical values, and without blank rows. */
export function cleanRows(
  table: StageTable,
  fields: readonly FormField[],
  rows: readonly LogRow[],
  language: Language,
): LogRow[] {
  return rows
    .filter(row => !isBlank(row))
    .map(row => {
      const values = cleanValues(rowFields(table, fields), row.values, language)
      const computedVolume = rowVolume(table, values)
      return {
        ...row,
        values: computedVolume && table.volume ? { ...values, [table.volume.volume]: computedVolume } : values,
      }
    })
}

/** A row with neither a code nor a value. */
export const isBlank = (row: LogRow): boolean => row.code === '' && Object.values(row.values).every(isEmpty)

/**
 * Converts a list of codes with shared values to a table: each code becomes a row with the shared values.
 * @param newKey creates the key of a row
 */
export function toTable(
  content: Pick<ReportContent, 'codes' | 'values'>,
  table: StageTable,
  fields: readonly FormField[],
  newKey: () => string,
): Pick<ReportContent, 'rows' | 'codes' | 'values'> {
  const columns = rowFields(table, fields)
  // Pictures are stored once; they stay with the first log.
  const shared = columns.filter(field => field.type !== 'images')
  const rows = content.codes.map(
    (entry, n): LogRow => ({ ...entry, key: newKey(), values: pickValues(content.values, n === 0 ? columns : shared) }),
  )
  const columnKeys = new Set(columns.map(field => field.key))
  return {
    rows,
    codes: [],
    values: Object.fromEntries(Object.entries(content.values).filter(([key]) => !columnKeys.has(key))),
  }
}

/** Converts a table back to a list: the codes stay, and the first log's values become the shared values. */
export function toList(
  content: Pick<ReportContent, 'codes' | 'rows' | 'values'>,
): Pick<ReportContent, 'rows' | 'codes' | 'values'> {
  const first = content.rows?.[0]
  return { rows: undefined, codes: codesOf(content), values: { ...content.values, ...first?.values } }
}
