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

/** The measure rule of all rows of a report, as it was chosen. */
export const ruleOf = (table: StageTable | undefined, values: ReportContent['values']): FieldValue | undefined =>
  table?.measure && values[table.measure.rule]

/** The values of a row after one was typed. When its measures are complete, the volume is computed from them by the rule. */
export function setRowValue(
  table: StageTable,
  values: LogRow['values'],
  input: { key: string; value: FieldValue | undefined; language: Language; rule?: FieldValue },
): LogRow['values'] {
  const { key, value, language, rule } = input
  const { [key]: _, ...others } = values
  const next: LogRow['values'] = value === undefined || isEmpty(value) ? others : { ...others, [key]: value }
  const target = table.measure?.volume
  if (target === undefined) return next
  const computedVolume = volumeOf(table, next, language, rule)
  if (computedVolume !== undefined) return { ...next, [target]: computedVolume }
  // A computed volume is removed with the measures it was computed from.
  if (key !== target && volumeOf(table, values, language, rule) !== undefined) delete next[target]
  return next
}

/** The rows after another rule was chosen: what one rule computed is not left standing under another. */
export function setRowsRule(
  table: StageTable,
  rows: readonly LogRow[],
  input: { before: FieldValue | undefined; rule: FieldValue | undefined; language: Language },
): LogRow[] {
  const { before, rule, language } = input
  const target = table.measure?.volume
  if (target === undefined) return [...rows]
  return rows.map(row => {
    const { [target]: typed, ...others } = row.values
    const wasComputed = volumeOf(table, row.values, language, before) !== undefined
    const volume = volumeOf(table, row.values, language, rule) ?? (wasComputed ? undefined : typed)
    return { ...row, values: volume === undefined ? others : { ...others, [target]: volume } }
  })
}

/** The volume computed from a row's measures by the rule; undefined while they are incomplete or out of its range. */
export function volumeOf(
  table: StageTable,
  values: LogRow['values'],
  language: Language,
  rule?: FieldValue,
): string | undefined {
  const { measure } = table
  if (!measure) return undefined
  const plain = Object.values(measure.inputs).map(key => [key, plainNumber(values[key], language)] as const)
  return rowVolume(table, { ...Object.fromEntries(plain), [measure.rule]: rule })
}

/** Cubic metres of all rows together; undefined when the stage's rows have no volume. */
export function tableVolume(table: StageTable, rows: readonly LogRow[], language: Language): string | undefined {
  const key = table.measure?.volume ?? (table.fields.includes('volume') ? 'volume' : undefined)
  if (key === undefined) return undefined
  return totalVolume(rows.map(row => plainNumber(row.values[key], language)))
}

/**
 * The table as it is sent: with canonical values, and without blank rows.
 * @param fields of the form under the rule: other measures are not sent
 */
export function cleanRows(
  table: StageTable,
  fields: readonly FormField[],
  rows: readonly LogRow[],
  language: Language,
  rule?: FieldValue,
): LogRow[] {
  const { measure } = table
  return rows
    .filter(row => !isBlank(row))
    .map(row => {
      const values = cleanValues(rowFields(table, fields), row.values, language)
      const computedVolume = measure && rowVolume(table, { ...values, [measure.rule]: rule })
      return {
        ...row,
        values: computedVolume && measure ? { ...values, [measure.volume]: computedVolume } : values,
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
