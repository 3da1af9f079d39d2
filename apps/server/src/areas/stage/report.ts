import { createHash } from 'node:crypto'
import type { Language } from '@timbermark/contract'
import { type Report, type ReportAnswer, reportStage } from '@timbermark/contract/stage-calls'
import { stageByKey } from '@timbermark/contract/stages'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { rangesOf } from '../code/range-facts.ts'
import { sealAgain } from '../seal/goods.ts'
import {
  assertAuthorized,
  checkCirculation,
  checkNotReported,
  checkShape,
  checkTime,
  readBatch,
  readDocument,
  readParent,
  readReportedCodes,
  readTemplate,
  readValues,
  type ReportContext,
} from './report-checks.ts'
import { activateBatch, type Checked, writeCodes, writeRecord } from './report-effects.ts'
import { sealRecord } from './seal-record.ts'

/**
 * One report is one transaction: everything is checked, then the record, its codes, its links and its ledger leaf are
 * written together. The same `reportId` sent again gives the first answer.
 * @param recordedAt the server's clock; only the demonstration says another time, to show a year of use
 * @throws Refusal with what was refused per code; nothing is written then
 */
export async function report(
  services: Services,
  actor: Actor,
  body: Report,
  language: Language,
  recordedAt = new Date(),
): Promise<ReportAnswer> {
  checkShape(body)
  return services.database.withTenant(actor.tenantId, db =>
    once(db, actor, body, async () => {
      const context = { services, db, actor, stage: stageByKey(body.stage), body, language, recordedAt }
      const checked = await check(context)
      await activateBatch(context, checked)
      const recordId = await writeRecord(context, checked)
      await writeCodes(context, checked, recordId)
      await sealRecord(db, services.secrets, actor.tenantId, recordId)
      await sealAgain(db, services.secrets, actor.tenantId, 'batch', [checked.batch.id])
      return { recordId, accepted: checked.codes.map(code => code.code), refused: [] }
    }),
  )
}

/** Every rule of a report, in the order in which a reporter is told of them. */
async function check(context: ReportContext): Promise<Checked> {
  checkTime(context)
  await assertAuthorized(context.db, context.actor, context.body.stage)
  const template = await readTemplate(context)
  await checkCirculation(context)
  const document = await readDocument(context)
  const values = await readValues(context, template)
  const codes = await readReportedCodes(context)
  const batch = await readBatch(context, codes)
  const ranges = rangesOf(codes)
  await checkNotReported(context, codes, ranges)
  const parent = await readParent(context, codes)
  return { template, document, values, codes, ranges, batch, parent }
}

/** Does the work for a `reportId` once; sent again it answers what it answered then. @throws Refusal idempotencyReuse */
async function once(db: Db, actor: Actor, body: Report, work: () => Promise<ReportAnswer>): Promise<ReportAnswer> {
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  const key = `report:${body.reportId}`
  const fresh = await db.execute(sql`
    insert into idempotency (tenant_id, account_id, key, body_hash)
    values (${actor.tenantId}, ${actor.accountId}, ${key}, ${bodyHash}) on conflict do nothing`)
  if (fresh === 0) {
    const before = await db.one<{ body_hash: Buffer; answer: ReportAnswer | null }>(
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
