import { createHash } from 'node:crypto'
import type { ErrorKey, Issue, Language } from '@timbermark/contract'
import { type Report, reportRows, type RowsAnswer, type RowsReport } from '@timbermark/contract/stage-calls'
import {
  checkRowVolume,
  rowFieldKeys,
  stageByKey,
  type StageTable,
  tableOf,
  tableRows,
} from '@timbermark/contract/stages'
import type { Actor } from '../../../platform/actor.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { assertValid, Refusal, refusalText } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { replaceMessagingCodes } from '../../wechat/to-own-codes.ts'
import { checkReports } from './check-reports.ts'
import { runOnce, sealReports } from './report.ts'
import type { ReportContext } from '../report-context.ts'
import { checkShape } from './checks.ts'
import type { CodeRefusal } from '../../code/directory/refuse-codes.ts'
import { type CheckedReport, ReportRefusal, writeReports } from './effects.ts'

/**
 * Several logs in one report: each row is checked like a single report and becomes its own record, all in one transaction.
 * The `reportId` is the idempotency key (docs/decisions/stages-and-records.md).
 * @throws Refusal with what is wrong in each row, as `rows.<row>.code` and `rows.<row>.values.<field>`
 */
export async function reportTable(
  services: Services,
  actor: Actor,
  body: RowsReport,
  language: Language,
  recordedAt = new Date(),
): Promise<RowsAnswer> {
  const table = checkTable(body)
  return services.database.withTenant(actor.tenantId, db =>
    runOnce(db, actor, body, async () => {
      const stage = stageByKey(body.stage)
      const reportedCodes = body.rows.map(row => row.code)
      const codes = await replaceMessagingCodes(db, services, actor.tenantId, reportedCodes)
      const contexts = body.rows.map((_, row): ReportContext<Report> => {
        return {
          services,
          db,
          actor,
          stage,
          body: { ...reportOf(body, row), codes: [codes[row]!] },
          language,
          recordedAt,
        }
      })
      const checked = await checkRows(contexts, table)
      const ids = await writeRows(contexts, checked, table)
      await sealReports({ services, db, actor }, ids, checked)
      const records = ids.map((recordId, row) => ({ code: checked[row]!.codes[0]!.code, recordId }))
      return { records }
    }),
  )
}

/** The checks of the table that need no database. @throws Refusal stage.noTable, stage.noCodes, stage.tooManyCodes, invalid */
function checkTable(body: RowsReport): StageTable {
  const table = tableOf(body.stage)
  if (!table) throw new Refusal('stage.noTable')
  const { rows, longitude, latitude } = body
  checkShape({ codes: rows.map(row => row.code), longitude, latitude })
  if (rows.length > tableRows) throw new Refusal('stage.tooManyCodes', { max: tableRows })
  const rowFields = rowFieldKeys(table)
  const unknown = (field: string, name: string): Issue => ({ field, error: 'unknownField', params: { name } })
  assertValid([
    ...Object.keys({ ...body.values, ...body.attributes })
      .filter(key => rowFields.has(key))
      .map(key => unknown(`values.${key}`, key)),
    ...rows.flatMap(({ values }, row) => {
      const unknownKeys = Object.keys(values).filter(key => !table.fields.includes(key))
      const volume = checkRowVolume(table, { ...body.values, ...values })
      return [
        ...unknownKeys.map(key => unknown(`rows.${row}.values.${key}`, key)),
        ...(volume ? [{ ...volume, field: `rows.${row}.values.${volume.field}` }] : []),
      ]
    }),
  ])
  return table
}

/** One row as a single report. */
function reportOf({ rows, ...rest }: RowsReport, row: number): Report {
  const { code, values } = rows[row]!
  return {
    ...rest,
    reportId: rowReportId(rest.reportId, row),
    codes: [code],
    values: { ...rest.values, ...values },
  }
}

/**
 * The report id of a row: a UUID (version 8, RFC 9562, 5.8) derived from the id of the table report and the row's index, so
 * that a repeated report gets the same ids.
 */
function rowReportId(reportId: string, row: number): string {
  const bytes = createHash('sha256').update(`${reportId.toLowerCase()}/${row}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Writes the rows. When two reports contain the same log at the same moment, the later one gets the row in its refusal. @throws Refusal */
async function writeRows(
  contexts: readonly ReportContext[],
  checked: readonly CheckedReport[],
  table: StageTable,
): Promise<number[]> {
  try {
    return await writeReports(contexts.map((context, row) => ({ context, checked: checked[row]! })))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const row =
      error instanceof ReportRefusal
        ? error.place
        : checked.findIndex(({ codes }) => codes[0]!.code === error.params.code)
    throw row < 0 ? error : mergeRefusals(contexts, table, [{ row, refusal: error }])
  }
}

/** Checks every row, so that all problems are reported at once. @throws Refusal */
async function checkRows(contexts: readonly ReportContext<Report>[], table: StageTable): Promise<CheckedReport[]> {
  const outcomes = await checkReports(contexts)
  const refusals = outcomes.flatMap((refusal, row) => (refusal instanceof Refusal ? { row, refusal } : []))
  if (refusals.length > 0) throw mergeRefusals(contexts, table, refusals)
  return outcomes as CheckedReport[]
}

/** Merges the refusals of several rows into one. A reason that all rows share becomes the refusal of the whole report. */
function mergeRefusals(
  contexts: readonly ReportContext[],
  table: StageTable,
  refusals: readonly { row: number; refusal: Refusal }[],
): Refusal {
  // Plausibility questions are asked only when there are no errors.
  const errors = refusals.filter(({ refusal }) => refusal.key !== 'stage.unconfirmed')
  const wrong = errors.length > 0 ? errors : refusals
  const [{ refusal: first }] = wrong as [{ row: number; refusal: Refusal }]
  const ofCode = (refusal: Refusal) => refusal.data !== undefined || refusal.key === 'stage.duplicateCode'
  const same = wrong.length === contexts.length && wrong.every(({ refusal }) => refusal.key === first.key)
  if (same && first.issues.length === 0 && !ofCode(first)) return first
  const issues = new Map<string, Issue>()
  const refused: (CodeRefusal & { message: string })[] = []
  for (const { row, refusal } of wrong) {
    for (const issue of refusal.issues) {
      const fieldKey = /^values\.(.+)$/.exec(issue.field)?.[1]
      const field =
        fieldKey !== undefined && table.fields.includes(fieldKey) ? `rows.${row}.${issue.field}` : issue.field
      issues.set(`${field} ${issue.error}`, { ...issue, field })
    }
    if (refusal.issues.length > 0) continue
    const code = contexts[row]!.body.codes[0]!
    const params = { code, ...refusal.params }
    issues.set(`rows.${row}.code`, { field: `rows.${row}.code`, error: refusal.key, params })
    const message = refusalText(contexts[row]!.language, refusal.key, params)
    refused.push({ code: String(params.code), error: refusal.key, message })
  }
  const unconfirmed = wrong.every(({ refusal }) => refusal.key === 'stage.unconfirmed')
  const key: ErrorKey = refused[0]?.error ?? (unconfirmed ? 'stage.unconfirmed' : 'invalid')
  return new Refusal(key, refused.length > 0 ? { code: refused[0]!.code } : {}, {
    issues: [...issues.values()],
    ...(refused.length > 0 ? { data: { accepted: [], refused } } : {}),
  })
}

export const reportRowsRoutes: RouteSpec[] = [
  serve(reportRows, ({ services, actor, body, language }) => reportTable(services, actor, body, language)),
]
