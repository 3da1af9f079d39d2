import { randomUUID } from 'node:crypto'
import { type Issue, type Language, limits, stageRecord } from '@timbermark/contract'
import { type Report, reportStage } from '@timbermark/contract/calls'
import { softRules } from '@timbermark/contract/plausible'
import { stageByKey } from '@timbermark/contract/stages'
import { z } from 'zod'
import { imported, importForm, workbook } from '../../../entity/common-answers.ts'
import { cellProblem, type ImportProblem } from '../../../entity/exchange.ts'
import { choicesText } from '../../../entity/import-choices.ts'
import { runImport } from '../../../entity/run-import.ts'
import { sheetNameOf, templateAnswer } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { parse, type RouteSpec, route, timeZoneOf } from '../../../platform/http/http.ts'
import { readUpload } from '../../../platform/http/upload.ts'
import { issueText, invalid, Refusal, refusalText } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { readSheet } from '../../../platform/workbook/sheet-read.ts'
import type { XlsxTable } from '../../../platform/workbook/xlsx/xlsx.ts'
import {
  type ColumnChoices,
  columnChoices,
  columnsOfHeader,
  type ReportColumn,
  reportColumns,
  templateColumns,
} from './columns.ts'
import { parseCell } from './parse-cell.ts'
import { submitReportInTransaction } from './report.ts'
import { loadOfferedTemplate, type UsedTemplate } from './checks.ts'

const labels = 'stage.record'
const maxProblems = 200
const access = { permission: 'stage:record:enter' }

/** What all rows of an imported list have in common. */
interface ImportForm {
  template: UsedTemplate & { stage: Report['stage'] }
  columns: ReportColumn[]
  circulationId: number
}

async function loadForm(db: Db, actor: Actor, templateId: number): Promise<Omit<ImportForm, 'circulationId'>> {
  const template = await loadOfferedTemplate(db, actor.tenantId, templateId)
  return { template, columns: reportColumns(stageByKey(template.stage), template.attributes) }
}

/** Rows that are equal except for their codes: one report. */
interface Group {
  body: Report
  /** Rows of the sheet with the first code of each. */
  rows: { row: number; code: string }[]
}

interface ImportContext {
  services: Services
  actor: Actor
  language: Language
  timeZone: string
}

/**
 * Imports a list of reports: rows that are equal except for their codes become one record, by the rules of a report. Checks
 * every row, so that all problems are reported at once.
 */
async function importReports(db: Db, reading: ImportContext, form: ImportForm, sheet: XlsxTable) {
  const { services, actor, language } = reading
  if (sheet.rows.length > limits.reportRows) throw new Refusal('importRows', { max: limits.reportRows })
  const columnAt = columnsOfHeader(form.columns, sheet.header)
  const present = new Set(columnAt)
  const named = columnAt.filter(column => column !== undefined)
  if (
    form.columns.some(column => column.needed && !present.has(column)) ||
    new Set(named).size !== named.length ||
    sheet.header.some((title, place) => title.trim() !== '' && columnAt[place] === undefined)
  )
    throw new Refusal('importColumns')
  const choices = await columnChoices(db, form.columns, language)
  const errors: ImportProblem[] = []
  const groups = new Map<string, Group>()
  for (const [index, cells] of sheet.rows.entries()) {
    if (cells.every(cell => cell === null || cell === '')) continue
    await parseRow({ ...reading, form, placed: columnAt, choices, groups, errors }, index + 2, cells)
    if (errors.length >= maxProblems) break
  }
  let records = 0
  for (const { body, rows } of groups.values()) {
    if (errors.length >= maxProblems) break
    await db.execute(sql`savepoint report`)
    try {
      await submitReportInTransaction(
        { services, db, actor, language, recordedAt: new Date() },
        parse(reportStage.body, body),
      )
      await db.execute(sql`release savepoint report`)
      records++
    } catch (error) {
      await db.execute(sql`rollback to savepoint report`)
      if (!(error instanceof Refusal)) throw error
      errors.push(...rowProblems(error, form.columns, rows, language))
    }
  }
  return { rows: sheet.rows.length, records, errors: errors.slice(0, maxProblems) }
}

interface RowContext extends ImportContext {
  form: ImportForm
  placed: readonly (ReportColumn | undefined)[]
  choices: ReadonlyMap<string, ColumnChoices>
  groups: Map<string, Group>
  errors: ImportProblem[]
}

async function parseRow(reading: RowContext, row: number, cells: XlsxTable['rows'][number]): Promise<void> {
  const { services, actor, language, timeZone, form, placed, choices, groups, errors } = reading
  const cellValues: Record<string, unknown> = {}
  const before = errors.length
  const addProblem = (column: ReportColumn, issue: Issue, cell?: unknown) =>
    errors.push({ row, column: column.titleIn(language), message: cellProblem(language, issue, labels, cell) })
  for (const [place, column] of placed.entries()) {
    const cell = cells[place]
    if (!column || cell === null || cell === undefined || String(cell).trim() === '') continue
    const parsed = parseCell(column, cell, choices.get(column.key), timeZone)
    if ('value' in parsed) cellValues[column.key] = parsed.value
    else {
      const offered = choices.get(column.key)
      const params = offered && { said: 'value', value: String(cell), choices: choicesText(language, offered) }
      addProblem(column, { field: column.key, error: parsed.error, ...(params ? { params } : {}) }, cell)
    }
  }
  for (const column of form.columns)
    if (column.needed && cellValues[column.key] === undefined && errors.length === before)
      addProblem(column, { field: column.key, error: 'required' })
  if (errors.length > before) return
  const { code, lastCode, ...rest } = cellValues as { code: string; lastCode?: string }
  const key = JSON.stringify(rest)
  const group = groups.get(key) ?? { body: bodyOf(form, rest), rows: [] }
  groups.set(key, group)
  const first = await services.directory.openFor(actor.tenantId, code)
  group.rows.push({ row, code: first.code ?? code.slice(0, 100) })
  if (lastCode === undefined) {
    group.body.codes.push(code)
    return
  }
  const last = await services.directory.openFor(actor.tenantId, lastCode)
  const column = form.columns.find(one => one.key === 'lastCode')!
  const foreign = [first, last].find(one => !one.known || one.entry.tenantId !== actor.tenantId)
  if (foreign)
    addProblem(column, { field: 'lastCode', error: 'stage.foreignCode', params: { code: foreign.code ?? lastCode } })
  else if (first.known && last.known) {
    if (first.entry.requestId === last.entry.requestId && last.serial >= first.serial)
      group.body.ranges!.push({ requestId: first.entry.requestId, from: first.serial + 1, to: last.serial + 1 })
    else
      addProblem(
        column,
        { field: 'lastCode', error: 'stage.noSuchRange', params: { count: first.entry.count } },
        lastCode,
      )
  }
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

/** The refusal of a report as problems of the rows that it was made from. */
function rowProblems(
  refusal: Refusal,
  columns: readonly ReportColumn[],
  rows: Group['rows'],
  language: Language,
): ImportProblem[] {
  const titleOf = (key: string) => columns.find(column => column.key === key)?.titleIn(language) ?? ''
  const { refused } = (refusal.data ?? {}) as { refused?: { code: string; message: string }[] }
  if (refused)
    return refused.map(({ code, message }) => ({
      row: (rows.find(one => one.code === code) ?? rows[0]!).row,
      column: titleOf('code'),
      message,
    }))
  if (refusal.issues.length > 0)
    return rows.flatMap(({ row }) =>
      refusal.issues.map(issue => ({
        row,
        column: titleOf(issue.field),
        message: issueText(language, issue, labels),
      })),
    )
  const column = refusal.key === 'stage.documentMissing' ? titleOf('documentCode') : ''
  return rows.map(({ row }) => ({ row, column, message: refusalText(language, refusal.key, refusal.params) }))
}

const parseId = (text: string | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

export const reportImportRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/stage/record/importTemplate',
    access,
    scope: { none: 'the form of a template that everybody of the enterprise reads' },
    summary: 'Import template of stage records (xlsx): the fields of a stage template',
    query: z.object({ templateId: z.coerce.number().int().positive() }),
    file: workbook,
    handler: ({ services, actor, language, query }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const { template, columns } = await loadForm(db, actor, query.templateId)
        const name = `${sheetNameOf(language, stageRecord)} ${word(language, `stage.${template.stage}`)}`
        return templateAnswer(language, name, await templateColumns(db, columns, language))
      }),
  }),
  route({
    method: 'POST',
    path: '/stage/record/importData',
    access,
    scope: { tested: 'batches in scope, as in every report at a desk', in: 'apps/server/test/stage/records.test.ts' },
    summary: 'Import of stage records by the rules of a report: check or commit, all or nothing',
    upload: 'file',
    form: importForm.extend({ templateId: z.int(), circulationId: z.int() }),
    answer: imported.extend({ records: z.int() }),
    audit: { title: 'stage.record', kind: 'import' },
    handler: async ({ services, actor, request, language }) => {
      const upload = await readUpload(request, limits.importKilobytes * 1024)
      const { mode, templateId, circulationId } = upload.fields
      const sheet = await readSheet(upload.content, language)
      const reading = { services, actor, language, timeZone: timeZoneOf(request) }
      return runImport(services.database, actor.tenantId, mode === 'commit', async db => {
        const form = await loadForm(db, actor, parseId(templateId) ?? 0)
        const circulation = parseId(circulationId)
        if (!circulation) throw invalid([{ field: 'circulationId', error: 'required' }])
        return importReports(db, reading, { ...form, circulationId: circulation }, sheet)
      })
    },
  }),
]
