import { randomBytes } from 'node:crypto'
import { fileIdOf, type Issue, type Stage } from '@timbermark/contract'
import type { Flag } from '@timbermark/contract/plausible'
import { fieldsOf, isWithheld, type StageAttribute, canonicalStageValues } from '@timbermark/contract/stages'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import {
  type CodeRange,
  isExclusionViolation,
  type KnownCode,
  mergeCodeRanges,
} from '../../code/directory/range-facts.ts'
import { codesDigest } from '../statement/record-statement.ts'
import { useLabels } from '../../code/label-life/use-labels.ts'
import { postRecords, RecordRefusal } from '../../material/ledger/post-records.ts'
import { linkPlots, type NamedPlot } from '../../material/plot/plots-of-records.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { type BatchCirculation, storeCirculation } from './circulation.ts'
import { changePaperTotals } from './paper-uses.ts'
import { changeTotals } from './totals.ts'
import type { ReportContext } from '../report-context.ts'
import { checkNotReported, type UsedTemplate } from './checks.ts'
import { refuseCodes } from '../../code/directory/refuse-codes.ts'
import { packReportedCodes, type ReportedParent } from '../../code/packing/pack-by-report.ts'
import { computeReportTimes } from './clock.ts'
import { linkDocuments, type ReliedDocument } from './relied-documents.ts'
import { markStageChange } from '../statement/stage-changes.ts'

/** The result of the checks of a report. */
export interface CheckedReport {
  template: UsedTemplate
  document: { id: number }
  values: Record<string, unknown>
  /** The codes that the report lists one by one. */
  named: readonly KnownCode[]
  /** The named codes and the first code of each range. */
  codes: readonly KnownCode[]
  /** Number of reported codes. */
  count: number
  ranges: readonly CodeRange[]
  batch: { id: number; status: string }
  circulation: BatchCirculation
  parent: ReportedParent | undefined
  documents: readonly ReliedDocument[]
  plot: NamedPlot | undefined
  /** The confirmed unlikely values, with their reasons. */
  flags: readonly Flag[]
}

/** A checked report with the input of its checks. */
export interface ReportToWrite {
  context: ReportContext
  checked: CheckedReport
}

/** The refusal of one report of a list, by its place. */
export class ReportRefusal extends Refusal {
  readonly place: number

  constructor(place: number, issues: Issue[]) {
    super('invalid', {}, { issues })
    this.place = place
  }
}

/**
 * Writes checked reports of one reporter about one stage, and adds their values to the totals of their batches. The caller seals them.
 * @returns the ids of their records, in order
 * @throws Refusal stage.alreadyLinked when another report about one of the codes was written meanwhile; invalid when a report uses
 *   more wood than its batch has
 */
export async function writeReports(reports: readonly ReportToWrite[]): Promise<number[]> {
  const [first] = reports
  if (!first) return []
  const { context } = first
  const { db, actor } = context
  // The first report of each batch: all of them have the same circulation.
  for (const [, [{ checked }]] of Map.groupBy(reports, one => one.checked.batch.id) as Map<number, [ReportToWrite]>) {
    await activateBatch(context, checked)
    await storeCirculation(context, checked.batch.id, checked.circulation)
  }
  const ids = await writeRecords(reports)
  await linkDocuments(
    db,
    actor.tenantId,
    reports.flatMap(({ checked }, n) => checked.documents.map(document => ({ ...document, recordId: ids[n]! }))),
  )
  await linkPlots(
    db,
    actor.tenantId,
    reports.flatMap(({ checked: { plot } }, n) => (plot ? [{ ...plot, recordId: ids[n]! }] : [])),
  )
  const namedAt = new Date(Math.max(...reports.map(one => happenedAtOf(one.context).getTime())))
  const ranges = mergeCodeRanges(reports.flatMap(({ checked }) => checked.ranges))
  await useLabels({ ...context, namedAt, reportedStage: context.stage.key }, ranges, 'report')
  await writeCodes(reports, ids)
  await changeTotals(
    db,
    actor.tenantId,
    ids.map(recordId => ({ recordId, sign: 1 })),
  )
  await changePaperTotals(
    db,
    { tenantId: actor.tenantId, stage: context.stage.key },
    ids.map(recordId => ({ recordId, sign: 1 })),
  )
  try {
    await postRecords(context, actor.tenantId, { stage: context.stage.key, posted: ids })
  } catch (error) {
    throw error instanceof RecordRefusal ? new ReportRefusal(ids.indexOf(error.recordId), error.issues) : error
  }
  return ids
}

/** When it happened: what an earlier holder of the goods reports later counts if it happened before they were handed over. */
const happenedAtOf = ({ body, recordedAt }: ReportContext): Date => computeReportTimes(body, recordedAt).happenedAt

/** The first report makes a batch active. */
async function activateBatch({ db, actor }: ReportContext, { batch }: CheckedReport): Promise<void> {
  if (batch.status === 'draft')
    await db.execute(
      sql`
        update batch set status = 'active', updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${batch.id} and status = 'draft'`,
    )
}

/** Writes the records with their files. @returns their ids, in order */
async function writeRecords(reports: readonly ReportToWrite[]): Promise<number[]> {
  const { db, actor } = reports[0]!.context
  const rows: Record<string, unknown>[] = []
  for (const { context, checked } of reports) rows.push(await recordRow(context, checked))
  const records = await insertRows<{ id: number }>(db, 'stage_record', rows, sql`returning id`)
  const ids = records.map(({ id }) => id)
  await markStageChange(db, actor.tenantId, sql`r.id = any(${ids})`)
  return ids
}

async function recordRow(context: ReportContext, checked: CheckedReport): Promise<Record<string, unknown>> {
  const { actor, body, recordedAt } = context
  const { template, document, values, count, ranges, batch, circulation, parent, flags } = checked
  const { happenedAt, wrongClock } = computeReportTimes(body, recordedAt)
  const stored = await prepareStoredValues(context, template.attributes, values)
  return {
    tenant_id: actor.tenantId,
    dept_id: actor.deptId,
    report_id: body.reportId,
    batch_id: batch.id,
    stage: body.stage,
    template_id: template.id,
    template_version: template.version,
    circulation_id: circulation.id,
    document_id: document.id,
    document_code: body.documentCode,
    operator: body.operator,
    happened_at: happenedAt,
    recorded_at: recordedAt,
    phone_at: wrongClock?.phoneAt ?? null,
    reckoned_at: wrongClock?.reckonedAt ?? null,
    claimed_at: wrongClock?.claimedAt ?? null,
    longitude: body.longitude?.toFixed(6) ?? null,
    latitude: body.latitude?.toFixed(6) ?? null,
    parent_code: parent?.parent.code ?? null,
    code_count: count,
    codes_digest: codesDigest(ranges.map(item => item.text)),
    public_values: JSON.stringify(stored.publicValues),
    personal_values: JSON.stringify(stored.personalValues),
    personal_salt: randomBytes(16),
    attachments: JSON.stringify(stored.attachments),
    flags: JSON.stringify(flags),
    created_by: actor.accountId,
  }
}

/** Links the codes to the records, and packs them into the reported parent codes. @throws Refusal stage.alreadyLinked */
async function writeCodes(reports: readonly ReportToWrite[], ids: readonly number[]): Promise<void> {
  const { context, checked } = reports[0]!
  const { db, actor, stage, language } = context
  // In code order: a common lock order avoids a deadlock between two lists about the same codes.
  const rows = reports
    .flatMap(({ checked: { ranges } }, n) => ranges.map(range => ({ ...range, record: ids[n]! })))
    .sort((a, b) => a.request - b.request || a.from - b.from)
    .map(({ request, range, record }) => ({
      tenant_id: actor.tenantId,
      record_id: record,
      stage: stage.key,
      request_number: request,
      serials: range,
    }))
  if (reports.length > 1) await db.execute(sql`savepoint codes`)
  try {
    await insertRows(db, 'stage_record_code', rows)
  } catch (error) {
    if (!isExclusionViolation(error)) throw error
    if (reports.length === 1)
      throw refuseCodes(language, [{ code: checked.codes[0]!.code, error: 'stage.alreadyLinked' }])
    await db.execute(sql`rollback to savepoint codes`)
    for (const one of reports) await checkNotReported(one.context, one.checked.batch.id, one.checked.ranges)
    throw error
  }
  for (const [n, { context, checked }] of reports.entries())
    if (checked.parent)
      await packReportedCodes(context, checked.parent, {
        recordId: ids[n]!,
        at: happenedAtOf(context),
        recordedAt: context.recordedAt,
      })
}

/** Brings checked values into the form in which a record stores them, and claims their files for the record. */
export async function prepareStoredValues(
  { services, db, actor, stage, body }: ReportContext,
  attributes: readonly StageAttribute[],
  values: Record<string, unknown>,
): Promise<{ publicValues: object; personalValues: object; attachments: object }> {
  const { public: publicValues, personal: personalValues } = canonicalStageValues(stage, values, attributes)
  const files = filesOf(stage, attributes, values)
  const attachments = await claimFiles(services, db, actor.tenantId, `stage_record/${body.reportId}`, files)
  return { publicValues, personalValues, attachments }
}

/** File ids among the values; files of withheld fields stay private. */
function filesOf(
  stage: Stage,
  attributes: readonly StageAttribute[],
  values: Record<string, unknown>,
): { open: string[]; closed: string[] } {
  const files = { open: [] as string[], closed: [] as string[] }
  for (const field of fieldsOf(stage, attributes).values()) {
    if ((field.type !== 'images' && field.type !== 'files') || !Array.isArray(values[field.key])) continue
    const ids = (values[field.key] as unknown[]).flatMap(item => fileIdOf(item) ?? [])
    ;(isWithheld(field) ? files.closed : files.open).push(...ids)
  }
  return files
}

/** Claims the files for the report. @returns the SHA-256 of each file by its id */
async function claimFiles(
  services: Services,
  db: Db,
  tenantId: number,
  owner: string,
  files: { open: string[]; closed: string[] },
): Promise<Record<string, string>> {
  await services.files.claim(db, owner, files.open, true)
  await services.files.claim(db, owner, files.closed, false)
  const ids = [...new Set([...files.open, ...files.closed])]
  if (ids.length === 0) return {}
  const rows = await db.query<{ id: string; sha256: string }>(
    sql`select id, sha256 from file_object where tenant_id = ${tenantId} and id = any(${ids})`,
  )
  return Object.fromEntries(rows.map(row => [row.id, row.sha256]))
}
