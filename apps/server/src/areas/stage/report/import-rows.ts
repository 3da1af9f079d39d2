import { randomUUID } from 'node:crypto'
import { type Issue, type Language, limits } from '@timbermark/contract'
import type { Report } from '@timbermark/contract/calls'
import { softRules } from '@timbermark/contract/plausible'
import {
  type Cell,
  isBlankCell,
  localiseNumber,
  type ReadableValue,
  type ReadBy,
  textOf,
} from '@timbermark/contract/reading'
import { phrase } from '@timbermark/phrases/all'
import { cellNote, cellProblem, type ImportProblem, mostProblems } from '../../../entity/import-cells.ts'
import type { Preview } from '../../../entity/table/preview.ts'
import type { Actor } from '../../../platform/actor.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { cellOf } from '../../../platform/workbook/cell.ts'
import type { GridRow } from '../../../platform/workbook/grid.ts'
import type { ColumnChoices, ReportColumn } from './columns.ts'
import type { UsedTemplate } from './checks.ts'
import { parseCell } from './parse-cell.ts'

/** Prefix of the phrases of the fields. */
export const labels = 'stage.record'

/** What all rows of an imported list have in common. */
export interface ImportForm {
  template: UsedTemplate & { stage: Report['stage'] }
  columns: ReportColumn[]
  circulationId: number
}

/** Rows that are equal except for their codes: one report. */
export interface Group {
  body: Report
  /** Rows of the sheet with the first code of each. */
  rows: { row: number; code: string }[]
}

export interface ImportContext extends ReadBy {
  services: Services
  actor: Actor
}

export interface RowContext extends ImportContext {
  form: ImportForm
  placed: readonly (ReportColumn | undefined)[]
  choices: ReadonlyMap<string, ColumnChoices>
  errors: ImportProblem[]
  /** How cells with several meanings were understood. */
  notes: ImportProblem[]
  preview: Preview<ReportColumn['key']>
}

/** Parses the cells of a row; what is wrong with them becomes problems. */
export function parseRow(reading: RowContext, { row, cells }: GridRow, parsed: ParsedRow[]): void {
  const { language, form, placed, choices, errors, notes, preview } = reading
  const separator = phrase(language, 'sheetName.separator')
  const cellValues: Record<string, unknown> = {}
  /** Words for values that are keys. */
  const displayed: Record<string, unknown> = {}
  const before = errors.length
  const addProblem = (column: ReportColumn, issue: Issue, cell?: Cell) =>
    errors.push({ row, column: column.titleIn(language), message: cellProblem(language, issue, labels, cell) })
  for (const [place, column] of placed.entries()) {
    const cell = cellOf(cells[place])
    if (!column || isBlankCell(cell)) continue
    const known = choices.get(column.key)
    const read = parseCell(column, cell, reading, { choices: known, separator })
    if ('fault' in read) {
      addProblem(column, { field: column.key, ...read.fault }, cell)
      continue
    }
    cellValues[column.key] = read.value
    displayed[column.key] = known?.labelOf(read.value) ?? shownPlace(read.value, language)
    if (read.note && notes.length < mostProblems)
      notes.push(cellNote(language, row, column.titleIn(language), read.note))
  }
  for (const column of form.columns)
    if (column.needed && cellValues[column.key] === undefined && errors.length === before)
      addProblem(column, { field: column.key, error: 'required' })
  preview.add(row, cells, displayed)
  if (errors.length > before) return
  parsed.push({ row, values: cellValues as ParsedRow['values'] })
}

/** Two numbers do not say which of them is the longitude: the check names both. */
function shownPlace(value: ReadableValue, language: Language): unknown {
  if (!Array.isArray(value)) return value
  const [longitude, latitude] = value.map(part => localiseNumber(String(part), language))
  return phrase(language, 'sheetName.place', { longitude: longitude!, latitude: latitude! })
}

/** A row whose cells are valid. */
export interface ParsedRow {
  row: number
  values: { code: string; lastCode?: string; [column: string]: unknown }
}

/** Puts rows that are equal except for their codes together, as many as a report may have. */
export async function groupRows(
  { services, actor, language, form, errors }: RowContext,
  parsed: readonly ParsedRow[],
): Promise<Group[]> {
  const texts = [...new Set(parsed.flatMap(({ values: { code, lastCode } }) => [code, lastCode ?? code]))]
  const codes = await services.directory.openAll(texts, actor.tenantId, 'refused', form.template.stage)
  const opened = new Map(texts.map((text, n) => [text, codes[n]!]))
  const groups = new Map<string, Group>()
  const full: Group[] = []
  const column = form.columns.find(one => one.key === 'lastCode')!
  for (const { row, values } of parsed) {
    const { code, lastCode, ...rest } = values
    const key = JSON.stringify(rest)
    const group = groups.get(key) ?? { body: bodyOf(form, rest), rows: [] }
    groups.set(key, group)
    const first = opened.get(code)!
    group.rows.push({ row, code: first.code ?? code.slice(0, 100) })
    if (group.rows.length === limits.reportCodes) {
      full.push(group)
      groups.delete(key)
    }
    if (lastCode === undefined) {
      group.body.codes.push(code)
      continue
    }
    const last = opened.get(lastCode)!
    const refuse = (issue: Issue, cell?: Cell) =>
      errors.push({ row, column: column.titleIn(language), message: cellProblem(language, issue, labels, cell) })
    const foreign = [first, last].find(one => !one.known || one.entry.tenantId !== actor.tenantId)
    if (foreign) refuse({ field: 'lastCode', error: 'stage.foreignCode', params: { code: foreign.code ?? lastCode } })
    else if (first.known && last.known) {
      if (first.entry.requestId === last.entry.requestId && last.serial >= first.serial)
        group.body.ranges!.push({ requestId: first.entry.requestId, from: first.serial + 1, to: last.serial + 1 })
      else
        refuse(
          { field: 'lastCode', error: 'stage.noSuchRange', params: { count: first.entry.count } },
          textOf(lastCode),
        )
    }
  }
  const all = [...full, ...groups.values()].sort((a, b) => a.rows[0]!.row - b.rows[0]!.row)
  // Each record has its own checks, history and seal.
  if (all.length > limits.reportRows) throw new Refusal('stage.listRecords', { max: limits.reportRows })
  return all
}

function bodyOf({ template, circulationId }: ImportForm, cellValues: Record<string, unknown>): Report {
  const values = Object.entries(cellValues).flatMap(([key, value]) =>
    key.startsWith('values.') ? [[key.slice('values.'.length), value] as const] : [],
  )
  const common = cellValues as Partial<
    Record<'documentCode' | 'operator' | 'time' | 'parentCode' | 'longitude' | 'latitude' | 'unlikely', string>
  >
  return {
    reportId: randomUUID(),
    stage: template.stage,
    templateId: template.id,
    circulationId,
    documentCode: common.documentCode!,
    operator: common.operator!,
    time: common.time!,
    codes: [],
    ranges: [],
    parentCode: common.parentCode,
    values: Object.fromEntries(values),
    attributes: {},
    // The reason in the row answers every plausibility question about it.
    ...(common.unlikely ? { confirmed: softRules.map(rule => ({ rule, reason: common.unlikely! })) } : {}),
    ...(common.longitude === undefined ? {} : { longitude: Number(common.longitude) }),
    ...(common.latitude === undefined ? {} : { latitude: Number(common.latitude) }),
  }
}
