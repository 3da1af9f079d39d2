import { createHash } from 'node:crypto'
import { fold } from '@timbermark/codes'
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
import { sealAgain } from '../../ledger/sealing/goods.ts'
import { replacePlatformCodes } from '../../wechat/to-own-codes.ts'
import { check, once, write } from './report.ts'
import type { SiblingRow, ReportContext } from '../report-context.ts'
import { checkShape } from './checks.ts'
import type { CodeRefusal } from '../../code/directory/refuse-codes.ts'
import type { Checked } from './effects.ts'
import { sealRecords } from '../statement/seal-record.ts'

/**
 * Several logs in one report: each row is checked as if it were reported alone and becomes a record of its own, all of them
 * in one transaction or none. The same `reportId` sent again gives the first answer (docs/decisions/stages-and-records.md).
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
    once(db, actor, body, async () => {
      const stage = stageByKey(body.stage)
      const given = body.rows.map(row => row.code)
      const codes = await replacePlatformCodes(db, services, actor.tenantId, given)
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
      const records: RowsAnswer['records'] = []
      // In the order of codes, whatever that of the rows: two reports of the same logs wait for each other, not both for both.
      for (const row of inOrderOfCodes(checked)) {
        const { code } = checked[row]!.codes[0]!
        records[row] = { code, recordId: await writeRow(contexts[row]!, checked[row]!, { contexts, table, row }) }
      }
      await sealRecords(
        db,
        services.secrets,
        actor.tenantId,
        records.map(record => record.recordId),
      )
      const batches = [...new Set(checked.map(({ batch }) => batch.id))].sort((a, b) => a - b)
      await sealAgain(db, services.secrets, actor.tenantId, 'batch', batches)
      return { records }
    }),
  )
}

/** What can be said of the table without the database. @throws Refusal stage.noTable, stage.noCodes, stage.tooManyCodes, invalid */
function checkTable(body: RowsReport): StageTable {
  const table = tableOf(body.stage)
  if (!table) throw new Refusal('stage.noTable')
  const { rows, longitude, latitude } = body
  checkShape({ codes: rows.map(row => row.code), longitude, latitude })
  if (rows.length > tableRows) throw new Refusal('stage.tooManyCodes', { max: tableRows })
  const held = rowFieldKeys(table)
  const unknown = (field: string, name: string): Issue => ({ field, error: 'unknownField', params: { name } })
  assertValid([
    ...Object.keys({ ...body.values, ...body.attributes })
      .filter(key => held.has(key))
      .map(key => unknown(`values.${key}`, key)),
    ...rows.flatMap(({ values }, row) => {
      const strange = Object.keys(values).filter(key => !table.fields.includes(key))
      const volume = checkRowVolume(table, values)
      return [
        ...strange.map(key => unknown(`rows.${row}.values.${key}`, key)),
        ...(volume ? [{ ...volume, field: `rows.${row}.values.${volume.field}` }] : []),
      ]
    }),
  ])
  return table
}

/** One row as the report that it would be alone. */
function reportOf({ rows, ...whole }: RowsReport, row: number): Report {
  const { code, values } = rows[row]!
  return {
    ...whole,
    reportId: rowReportId(whole.reportId, row),
    codes: [code],
    values: { ...whole.values, ...values },
  }
}

/**
 * The id of a row's own report: a UUID (version 8, RFC 9562, 5.8) from that of the whole and the row's place, so that it is
 * the same whenever the report is sent again.
 */
function rowReportId(reportId: string, row: number): string {
  const bytes = createHash('sha256').update(`${reportId.toLowerCase()}/${row}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function inOrderOfCodes(checked: readonly Checked[]): number[] {
  const place = (row: number) => {
    const { entry, serial } = checked[row]!.codes[0]!
    return [entry.requestNumber, serial] as const
  }
  return checked
    .map((_, row) => row)
    .sort((a, b) => {
      const [first, second] = [place(a), place(b)]
      return first[0] - second[0] || first[1] - second[1]
    })
}

/** Of two that report the same log at the same moment one comes too late, and is told which. @throws Refusal */
async function writeRow(
  context: ReportContext,
  checked: Checked,
  place: { contexts: readonly ReportContext[]; table: StageTable; row: number },
): Promise<number> {
  try {
    return await write(context, checked)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw refusalOfRows(place.contexts, place.table, [{ row: place.row, refusal: error }])
  }
}

/** Everything that is wrong in any row is told at once. @throws Refusal */
async function checkRows(contexts: readonly ReportContext<Report>[], table: StageTable): Promise<Checked[]> {
  const checked: Checked[] = []
  const wrong: { row: number; refusal: Refusal }[] = []
  // In the order of codes: a check keeps the batch of its code, and two tables of the same batches wait in one order.
  const spelled = contexts.map(({ body }) => fold(body.codes[0]!))
  const order = contexts.map((_, row) => row).sort((a, b) => (spelled[a]! < spelled[b]! ? -1 : 1))
  // Volumes are held against what there is together with those of the rows before.
  const beside: SiblingRow[] = []
  for (const row of order) {
    try {
      checked[row] = await check({ ...contexts[row]!, siblingRows: beside })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      wrong.push({ row, refusal: error })
    }
  }
  wrong.push(...scannedTwice(checked))
  wrong.sort((a, b) => a.row - b.row)
  if (wrong.length > 0) throw refusalOfRows(contexts, table, wrong)
  return checked
}

/** Rows whose code a row before them has. */
function scannedTwice(checked: readonly (Checked | undefined)[]): { row: number; refusal: Refusal }[] {
  const seen = new Set<string>()
  return Array.from(checked, (found, row) => {
    const code = found?.codes[0]?.code
    if (code === undefined || !seen.has(code)) {
      if (code !== undefined) seen.add(code)
      return []
    }
    return [{ row, refusal: new Refusal('stage.duplicateCode', { code }) }]
  }).flat()
}

/** One refusal of what several rows were refused for. What every row was refused for alike is the report's own. */
function refusalOfRows(
  contexts: readonly ReportContext[],
  table: StageTable,
  found: readonly { row: number; refusal: Refusal }[],
): Refusal {
  // What is unlikely is asked about once nothing is wrong any more.
  const definite = found.filter(({ refusal }) => refusal.key !== 'stage.unconfirmed')
  const wrong = definite.length > 0 ? definite : found
  const [{ refusal: first }] = wrong as [{ row: number; refusal: Refusal }]
  const ofCode = (refusal: Refusal) => refusal.data !== undefined || refusal.key === 'stage.duplicateCode'
  const same = wrong.length === contexts.length && wrong.every(({ refusal }) => refusal.key === first.key)
  if (same && first.issues.length === 0 && !ofCode(first)) return first
  const issues = new Map<string, Issue>()
  const refused: (CodeRefusal & { message: string })[] = []
  for (const { row, refusal } of wrong) {
    for (const issue of refusal.issues) {
      const own = /^values\.(.+)$/.exec(issue.field)?.[1]
      const field = own !== undefined && table.fields.includes(own) ? `rows.${row}.${issue.field}` : issue.field
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
