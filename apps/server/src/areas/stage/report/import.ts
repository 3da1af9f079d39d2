import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Language, languages, stageRecord } from '@timbermark/contract'
import { reportStage } from '@timbermark/contract/calls'
import type { Report } from '@timbermark/contract/stage-calls'
import { stageByKey } from '@timbermark/contract/stages'
import { z } from 'zod'
import { imported, importForm, workbook } from '../../../entity/common-answers.ts'
import { type ImportProblem, mostProblems } from '../../../entity/import-cells.ts'
import { runImport } from '../../../entity/run-import.ts'
import type { FoundTable } from '../../../entity/table/find-table.ts'
import { Preview } from '../../../entity/table/preview.ts'
import { withProgress } from '../../../entity/table/progress.ts'
import { listBodyLimit, listLimits, readImport } from '../../../entity/table/read-import.ts'
import { sheetNameOf, templateAnswer } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { parse, type RouteSpec, route, timeZoneOf } from '../../../platform/http/http.ts'
import { issueText, invalid, Refusal, refusalText } from '../../../platform/refusal.ts'
import {
  columnChoices,
  exportSheetNames,
  type ReportColumn,
  reportColumns,
  reportPreviewColumns,
  reportTableColumns,
  templateColumns,
} from './columns.ts'
import type { ReportContext } from '../report-context.ts'
import { checkReports } from './check-reports.ts'
import { loadOfferedTemplate } from './checks.ts'
import { ReportRefusal, writeReports } from './effects.ts'
import { prepareReport, sealReports } from './report.ts'
import {
  type Group,
  groupRows,
  type ImportContext,
  type ImportForm,
  labels,
  type ParsedRow,
  parseRow,
  type RowContext,
} from './import-rows.ts'

const access = { permission: 'stage:record:enter' }

async function loadForm(db: Db, actor: Actor, templateId: number): Promise<Omit<ImportForm, 'circulationId'>> {
  const template = await loadOfferedTemplate(db, actor.tenantId, templateId)
  return { template, columns: reportColumns(stageByKey(template.stage), template.attributes) }
}

/**
 * Imports a list of reports: rows that are equal except for their codes become one record, by the rules of a report. Checks
 * every row, so that all problems are reported at once.
 */
async function importReports(
  db: Db,
  reading: ImportContext,
  form: ImportForm,
  table: FoundTable<ReportColumn['key']>,
  { commit, onProgress }: { commit: boolean; onProgress: (done: number) => void },
) {
  const recordedAt = new Date()
  const { services, actor, language } = reading
  const byKey = new Map(form.columns.map(column => [column.key, column]))
  const placed = table.keys.map(key => key && byKey.get(key))
  const preview = new Preview(reportPreviewColumns(form.columns, language), table.keys)
  const choices = await columnChoices(db, form.columns, language)
  const errors: ImportProblem[] = []
  const notes: ImportProblem[] = []
  const context: RowContext = { ...reading, form, placed, choices, errors, notes, preview }
  const parsed: ParsedRow[] = []
  for (const [index, one] of table.rows.entries()) {
    parseRow(context, one, parsed)
    if (index % 500 === 499) {
      onProgress(index)
      await yieldToEventLoop()
    }
    if (errors.length >= mostProblems) break
  }
  const groups = errors.length < mostProblems ? await groupRows(context, parsed) : []
  const scene = { services, db, actor, language, recordedAt }
  const list: { context: ReportContext<Report>; rows: Group['rows'] }[] = []
  const refuse = (refusal: Refusal, rows: Group['rows']) =>
    errors.push(...rowProblems(refusal, form.columns, rows, language))
  for (const { body, rows } of groups)
    try {
      list.push({ context: await prepareReport(scene, parse(reportStage.body, body)), rows })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(error, rows)
    }
  const rowsOfReport = list.length > 0 ? table.rows.length / list.length : 0
  const outcomes = await checkReports(
    list.map(({ context }) => context),
    done => onProgress(Math.floor(table.rows.length + done * rowsOfReport)),
  )
  const reports = outcomes.flatMap((outcome, n) => {
    const { context, rows } = list[n]!
    if (!(outcome instanceof Refusal)) return { context, checked: outcome }
    refuse(outcome, rows)
    return []
  })
  // Whether there is enough wood shows when it is posted. A check takes everything back; what it takes back needs no seal.
  const { material } = stageByKey(form.template.stage)
  const usesWood = material !== undefined && 'input' in material
  if (errors.length === 0 && (commit || usesWood))
    try {
      const checked = reports.map(one => one.checked)
      const ids = await writeReports(reports)
      if (commit) await sealReports({ services, db, actor }, ids, checked)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // All of them were checked: the reports have the places of the list.
      const concerned = error instanceof ReportRefusal ? [list[error.place]!] : list
      refuse(
        error,
        concerned.flatMap(({ rows }) => rows),
      )
    }
  return {
    rows: table.rows.length,
    records: reports.length,
    errors: errors.slice(0, mostProblems),
    notes,
    source: table.source,
    preview: preview.answer,
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
    bodyLimit: listBodyLimit,
    form: importForm.extend({ templateId: z.int(), circulationId: z.int() }),
    answer: imported.extend({ records: z.int() }),
    audit: { title: 'stage.record', kind: 'import' },
    handler: async ({ services, actor, request, language }) => {
      const { fields, commit, find } = await readImport(request, language, listLimits)
      const reading = { services, actor, language, timeZone: timeZoneOf(request) }
      const circulationId = parseId(fields.circulationId)
      if (!circulationId) throw invalid([{ field: 'circulationId', error: 'required' }])
      const form = await services.database.withTenant(actor.tenantId, db =>
        loadForm(db, actor, parseId(fields.templateId) ?? 0),
      )
      const names = languages.flatMap(one => Object.values(exportSheetNames(one, form.template)))
      const table = find(reportTableColumns(form.columns, language), names)
      return withProgress(services.database, actor, fields.progress, table.rows.length * 2, onProgress =>
        runImport(services.database, actor.tenantId, commit, db =>
          importReports(db, reading, { ...form, circulationId }, table, { commit, onProgress }),
        ),
      )
    },
  }),
]
