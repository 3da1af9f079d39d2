import { createHash } from 'node:crypto'
import type { Language } from '@timbermark/contract'
import { type ReportAnswer, reportStage, type Report, type ReceivedReport } from '@timbermark/contract/stage-calls'
import { stageByKey } from '@timbermark/contract/stages'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { checkReportedParent } from '../../code/packing/pack-by-report.ts'
import { checkLabelsUsable, useLabels } from '../../code/label-life/use-labels.ts'
import { resealRows } from '../../ledger/sealing/seal-rows.ts'
import {
  assertAuthorized,
  assertStageVisible,
  checkCertified,
  checkNotReported,
  checkRecalled,
  checkShape,
  checkTime,
  checkRequiredPosition,
  loadBatch,
  loadDocument,
  loadReportedCodes,
  loadTemplate,
  checkValues,
} from './checks.ts'
import type { ReportContext } from '../report-context.ts'
import { normalizeReport } from './codes.ts'
import { storeCirculation, checkCirculation } from './circulation.ts'
import { activateBatch, type CheckedReport, writeCodes, writeRecord } from './effects.ts'
import { computeReportTimes } from './clock.ts'
import { linkDocuments, lockDocuments } from './relied-documents.ts'
import { checkReportPlausibility } from './check-plausibility.ts'
import { loadReportedGoods } from './ranges.ts'
import { filterRequestsInScope } from '../authorization/scope.ts'
import { changeTotals } from './totals.ts'
import { sealRecords } from '../statement/seal-record.ts'
import { checkStageOpen } from './stage-open.ts'
import { checkStageOrder } from '../circulation/check-order.ts'

/**
 * One report is one transaction: all checks run first, then the record, its codes, its links and its ledger entry are
 * written. The `reportId` is the idempotency key.
 * @param recordedAt the server's clock; only the demonstration data sets another time, to show a year of use
 * @throws Refusal with one reason per refused code; nothing is written then
 */
export async function submitReport(
  services: Services,
  actor: Actor,
  body: ReceivedReport,
  language: Language,
  recordedAt = new Date(),
): Promise<ReportAnswer> {
  return services.database.withTenant(actor.tenantId, db =>
    runOnce(db, actor, body, () => submitReportInTransaction({ services, db, actor, language, recordedAt }, body)),
  )
}

/** Submits a report in the caller's transaction. @throws Refusal */
async function submitReportInTransaction(
  context: Omit<ReportContext, 'stage' | 'body'>,
  sent: ReceivedReport,
): Promise<ReportAnswer> {
  const { recordId, checked } = await enterReport(context, sent)
  await sealReports(context, [{ recordId, checked }])
  return { recordId, accepted: checked.named.map(code => code.code), count: checked.count, refused: [] }
}

export interface EnteredReport {
  recordId: number
  checked: CheckedReport
}

/** Checks and writes a report; several may follow each other in one transaction before they are sealed. @throws Refusal */
export async function enterReport(
  { services, db, actor, language, recordedAt }: Omit<ReportContext, 'stage' | 'body'>,
  sent: ReceivedReport,
): Promise<EnteredReport> {
  checkShape(sent)
  const body = await normalizeReport({ services, db, actor }, sent)
  const context = { services, db, actor, stage: stageByKey(body.stage), body, language, recordedAt }
  const checked = await checkReport(context)
  const recordId = await writeReport(context, checked)
  await changeTotals(db, actor.tenantId, [{ recordId, sign: 1 }])
  return { recordId, checked }
}

/** Seals reports that were entered in this transaction, with their batches. */
export async function sealReports(
  { services, db, actor }: Pick<ReportContext, 'services' | 'db' | 'actor'>,
  entered: readonly EnteredReport[],
): Promise<void> {
  const records = entered.map(({ recordId }) => recordId)
  await sealRecords(db, services, actor.tenantId, records)
  const batches = [...new Set(entered.map(({ checked }) => checked.batch.id))].sort((a, b) => a - b)
  await resealRows(db, services, actor.tenantId, { kind: 'batch', ids: batches })
}

/** When it happened: what an earlier holder of the goods reports later counts if it happened before they were handed over. */
const happenedAtOf = ({ body, recordedAt }: ReportContext): Date => computeReportTimes(body, recordedAt).happenedAt

/** Every check of a report, in the order in which reporters see their refusals. */
export async function checkReport(context: ReportContext<Report>): Promise<CheckedReport> {
  checkTime(context)
  await assertAuthorized(context.db, context.actor, context.body.stage)
  await assertStageVisible(context)
  const template = await loadTemplate(context)
  checkRequiredPosition(context, template)
  const document = await loadDocument(context)
  const values = await checkValues(context, template)
  const named = await loadReportedCodes(context)
  const { codes, ranges, count } = await loadReportedGoods(context, named)
  await checkStageOpen(context, codes)
  const batch = await loadBatch(context, codes)
  const act = { namedAt: happenedAtOf(context), reportedStage: context.stage.key }
  await checkLabelsUsable({ ...context, ...act }, ranges)
  await checkCertified(context, template, named, ranges)
  const recalled = await checkRecalled(context, batch.id, ranges)
  await checkNotReported(context, batch.id, ranges)
  const circulation = await checkCirculation(context, batch)
  await checkStageOrder(context, batch.id, circulation.steps, codes, ranges)
  const { db, actor } = context
  const parent = await checkReportedParent(context, ranges, requests => filterRequestsInScope(db, actor, requests))
  const documents = await lockDocuments(context, template.attributes, values)
  const goods = { batchId: batch.id, requestIds: codes.map(code => code.entry.requestId), ranges, documents, recalled }
  const plausibility = checkReportPlausibility(context, { template, values, count, goods })
  // Also when the plausibility check refuses this row: the later rows are checked together with it too.
  context.siblingRows?.push({ batch, values })
  const flags = await plausibility
  return { template, document, values, named, codes, count, ranges, batch, circulation, parent, documents, flags }
}

/** Writes a checked report; the caller seals it and adds its values to the totals of the batch. @returns the id of the record */
export async function writeReport(context: ReportContext, checked: CheckedReport): Promise<number> {
  await activateBatch(context, checked)
  await storeCirculation(context, checked.batch.id, checked.circulation)
  const recordId = await writeRecord(context, checked)
  await linkDocuments(context.db, context.actor.tenantId, recordId, checked.documents)
  const act = { namedAt: happenedAtOf(context), reportedStage: context.stage.key }
  await useLabels({ ...context, ...act }, checked.ranges, 'report')
  await writeCodes(context, checked, recordId)
  return recordId
}

/** Runs the work once per `reportId`; a repeated call gets the first answer again. @throws Refusal idempotencyReuse */
export async function runOnce<Answer extends object>(
  db: Db,
  actor: Actor,
  body: { reportId: string },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  const key = `report:${body.reportId}`
  const fresh = await db.execute(sql`
    insert into idempotency (tenant_id, account_id, key, body_hash)
    values (${actor.tenantId}, ${actor.accountId}, ${key}, ${bodyHash}) on conflict do nothing`)
  if (fresh === 0) {
    const before = await db.one<{ body_hash: Buffer; answer: Answer | null }>(
      sql`select body_hash, answer from idempotency where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and key = ${key}`,
    )
    if (!before.body_hash.equals(bodyHash) || !before.answer) throw new Refusal('idempotencyReuse')
    return before.answer
  }
  const answer = await work()
  await db.execute(sql`
    update idempotency set answer = ${JSON.stringify(answer)}::jsonb
    where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and key = ${key}`)
  return answer
}

export const reportRoutes: RouteSpec[] = [
  serve(reportStage, ({ services, actor, body, language }) => submitReport(services, actor, body, language)),
]
