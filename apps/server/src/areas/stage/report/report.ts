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
import { resealRows } from '../../ledger/sealing/seal-rows.ts'
import type { ReportContext } from '../report-context.ts'
import { sealRecords } from '../statement/seal-record.ts'
import { checkReport } from './check-reports.ts'
import { checkShape } from './checks.ts'
import { normalizeReport } from './codes.ts'
import { type CheckedReport, writeReports } from './effects.ts'

/** Records of one statement when they are sealed. */
const sealedAtOnce = 500

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
  scene: Omit<ReportContext, 'stage' | 'body'>,
  sent: ReceivedReport,
): Promise<ReportAnswer> {
  const context = await prepareReport(scene, sent)
  const checked = await checkReport(context)
  const [recordId] = (await writeReports([{ context, checked }])) as [number]
  await sealReports(context, [recordId], [checked])
  return { recordId, accepted: checked.named.map(code => code.code), count: checked.count, refused: [] }
}

/** Checks the form of a report, and reads its codes and ranges. @throws Refusal */
export async function prepareReport(
  scene: Omit<ReportContext, 'stage' | 'body'>,
  sent: ReceivedReport,
): Promise<ReportContext<Report>> {
  checkShape(sent)
  const body = await normalizeReport(scene, sent)
  return { ...scene, stage: stageByKey(body.stage), body }
}

/** Seals reports that were written in this transaction, with their batches. */
export async function sealReports(
  { services, db, actor }: Pick<ReportContext, 'services' | 'db' | 'actor'>,
  recordIds: readonly number[],
  checked: readonly CheckedReport[],
): Promise<void> {
  for (let at = 0; at < recordIds.length; at += sealedAtOnce)
    await sealRecords(db, services, actor.tenantId, recordIds.slice(at, at + sealedAtOnce))
  const batches = [...new Set(checked.map(({ batch }) => batch.id))].sort((a, b) => a - b)
  await resealRows(db, services, actor.tenantId, { kind: 'batch', ids: batches })
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
