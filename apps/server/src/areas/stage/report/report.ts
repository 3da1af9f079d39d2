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
import { readReportedParent } from '../../code/packing/pack-by-report.ts'
import { sealAgain } from '../../ledger/sealing/goods.ts'
import {
  assertAuthorized,
  assertShown,
  checkCertified,
  checkNotReported,
  checkRecalled,
  checkShape,
  checkTime,
  checkWhere,
  readBatch,
  readDocument,
  readReportedCodes,
  readTemplate,
  readValues,
} from './checks.ts'
import type { ReportContext } from '../report-context.ts'
import { inOwnWords } from './codes.ts'
import { beginCirculation, checkCirculation } from './circulation.ts'
import { activateBatch, type Checked, writeCodes, writeRecord } from './effects.ts'
import { linkPapers, readPapers } from './papers.ts'
import { judgeReport } from './check-plausibility.ts'
import { withRanges } from './ranges.ts'
import { requestsInReach } from '../authorization/scope.ts'
import { sealRecord } from '../statement/seal-record.ts'
import { checkOpen } from './stage-open.ts'
import { checkOrder } from '../circulation/stage-order.ts'

/**
 * One report is one transaction: everything is checked, then the record, its codes, its links and its ledger leaf are
 * written together. The same `reportId` sent again gives the first answer.
 * @param recordedAt the server's clock; only the demonstration says another time, to show a year of use
 * @throws Refusal with what was refused per code; nothing is written then
 */
export async function report(
  services: Services,
  actor: Actor,
  body: ReceivedReport,
  language: Language,
  recordedAt = new Date(),
): Promise<ReportAnswer> {
  return services.database.withTenant(actor.tenantId, db =>
    once(db, actor, body, () => reportWithin(services, db, actor, body, language, recordedAt)),
  )
}

/** A report within a transaction that the caller ends: one of several that are kept together, or none. @throws Refusal */
export async function reportWithin(
  services: Services,
  db: Db,
  actor: Actor,
  sent: ReceivedReport,
  language: Language,
  recordedAt = new Date(),
): Promise<ReportAnswer> {
  checkShape(sent)
  const body = await inOwnWords({ services, db, actor }, sent)
  const context = { services, db, actor, stage: stageByKey(body.stage), body, language, recordedAt }
  const checked = await check(context)
  const recordId = await write(context, checked)
  await sealRecord(db, services.secrets, actor.tenantId, recordId)
  await sealAgain(db, services.secrets, actor.tenantId, 'batch', [checked.batch.id])
  return { recordId, accepted: checked.named.map(code => code.code), count: checked.count, refused: [] }
}

/** Every rule of a report, in the order in which a reporter is told of them. */
export async function check(context: ReportContext<Report>): Promise<Checked> {
  checkTime(context)
  await assertAuthorized(context.db, context.actor, context.body.stage)
  await assertShown(context)
  const template = await readTemplate(context)
  checkWhere(context, template)
  const document = await readDocument(context)
  const values = await readValues(context, template)
  const named = await readReportedCodes(context)
  const { codes, ranges, count } = await withRanges(context, named)
  await checkOpen(context, codes)
  const batch = await readBatch(context, codes)
  await checkCertified(context, template, named, ranges)
  const recalled = await checkRecalled(context, batch.id, ranges)
  await checkNotReported(context, ranges)
  const circulation = await checkCirculation(context, batch)
  await checkOrder(context, batch.id, circulation.steps, codes, ranges)
  const { db, actor } = context
  const parent = await readReportedParent(context, ranges, requests => requestsInReach(db, actor, requests))
  const papers = await readPapers(context, template.attributes, values)
  const goods = { batchId: batch.id, requestIds: codes.map(code => code.entry.requestId), ranges, papers, recalled }
  const judged = judgeReport(context, { template, values, count, goods })
  // Whether or not something is asked about it: the rows after it are held against it too.
  context.siblingRows?.push({ batch, values })
  const flags = await judged
  return { template, document, values, named, codes, count, ranges, batch, circulation, parent, papers, flags }
}

/** Writes what was checked, but for its seal. @returns the record's id */
export async function write(context: ReportContext, checked: Checked): Promise<number> {
  await activateBatch(context, checked)
  await beginCirculation(context, checked.batch.id, checked.circulation)
  const recordId = await writeRecord(context, checked)
  await linkPapers(context.db, context.actor.tenantId, recordId, checked.papers)
  await writeCodes(context, checked, recordId)
  return recordId
}

/** Does the work for a `reportId` once; sent again it answers what it answered then. @throws Refusal idempotencyReuse */
export async function once<Answer extends object>(
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
  serve(reportStage, ({ services, actor, body, language }) => report(services, actor, body, language)),
]
