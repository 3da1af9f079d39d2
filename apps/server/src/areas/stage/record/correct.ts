import type { Language, ParsedBodyOf } from '@timbermark/contract'
import { correctRecord, voidRecord } from '@timbermark/contract/calls'
import { stageByKey } from '@timbermark/contract/stages'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { codeRange, waitForTurn } from '../../code/directory/range-facts.ts'
import { linksBy } from '../../code/packing/links.ts'
import { unpackWithdrawn } from '../../code/packing/pack-by-report.ts'
import { type CurrentRecord, lockCurrent, writeNextVersion } from './next-version.ts'
import { checkPosition, checkTime, checkWhere, readDocument, readValues } from '../report/checks.ts'
import type { ReportContext, ReportContent } from '../report-context.ts'
import { valuesToKeep } from '../report/effects.ts'
import { readPapers } from '../report/papers.ts'
import { heldFor } from '../report/circulation.ts'
import { judgeReport } from '../report/check-plausibility.ts'
import { sealRecord } from '../statement/seal-record.ts'

type Correction = ParsedBodyOf<typeof correctRecord>
interface Version {
  recordId: number
  version: number
}

/** The report that would say what the correction says. */
const asReport = (before: CurrentRecord, { reason: _, ...said }: Correction): ReportContent => ({
  ...said,
  reportId: before.reportId,
  stage: before.stage,
  templateId: before.template.id,
  codes: [],
})

/** What the record is about, without what it said itself. */
async function goodsOf(db: Db, actor: Actor, { id, batchId }: CurrentRecord) {
  const rows = await db.query<{ requestId: number; request: number; from: number; to: number }>(sql`
    select q.id as "requestId", c.request_number as request, lower(c.serials) as "from", upper(c.serials) as "to"
    from stage_record_code c
    join code_request q on q.tenant_id = c.tenant_id and q.request_number = c.request_number
    where c.tenant_id = ${actor.tenantId} and c.record_id = ${id} order by c.request_number, lower(c.serials)`)
  return {
    batchId,
    requestIds: rows.map(row => row.requestId),
    ranges: rows.map(row => codeRange(row.request, row)),
    instead: id,
  }
}

/**
 * A correction is judged by the rules of a report, with the form that the record was made with, and is its next version.
 * @throws Refusal notFound, stage.notCurrent, stage.batchInactive, and those of a report
 */
async function correct(
  services: Services,
  actor: Actor,
  id: number,
  correction: Correction,
  language: Language,
): Promise<Version> {
  return services.database.withTenant(actor.tenantId, async db => {
    const before = await lockCurrent(db, actor, id, 'correct')
    await db.execute(
      sql`select from batch where tenant_id = ${actor.tenantId} and id = ${before.batchId} ${heldFor(before.stage, true)}`,
    )
    const stage = stageByKey(before.stage)
    const recordedAt = new Date()
    const body = asReport(before, correction)
    const context: ReportContext = { services, db, actor, stage, body, language, recordedAt, corrects: id }
    checkPosition(body)
    checkTime(context)
    checkWhere(context, before.template)
    const document = await readDocument(context)
    const values = await readValues(context, before.template)
    const papers = await readPapers(context, before.template.attributes, values)
    const goods = { ...(await goodsOf(db, actor, before)), papers }
    const flags = await judgeReport(context, { template: before.template, values, count: before.count, goods })
    // Whoever takes out some of what it packed leaves the rest to this record, and has to know which version that is.
    await waitForTurn(db, 'packing', await linksBy(db, actor.tenantId, before.id))
    const recordId = await writeNextVersion(db, actor, before, {
      status: 'current',
      reason: correction.reason,
      recordedAt,
      said: {
        documentId: document.id,
        documentCode: body.documentCode,
        operator: body.operator,
        happenedAt: new Date(body.time),
        longitude: body.longitude?.toFixed(6) ?? null,
        latitude: body.latitude?.toFixed(6) ?? null,
        ...(await valuesToKeep(context, before.template.attributes, values)),
        flags,
        papers,
      },
    })
    await sealRecord(db, services.secrets, actor.tenantId, recordId)
    return { recordId, version: before.version + 1 }
  })
}

/** Withdraws a record: it stays readable with the reason, and its codes may be reported for the stage again. */
async function withdraw(services: Services, actor: Actor, id: number, reason: string): Promise<Version> {
  return services.database.withTenant(actor.tenantId, async db => {
    const before = await lockCurrent(db, actor, id, 'void')
    const recordedAt = new Date()
    const recordId = await writeNextVersion(db, actor, before, { status: 'voided', reason, recordedAt })
    await unpackWithdrawn({ services, db, actor }, { recordId: before.id, by: recordId, reason, recordedAt })
    await sealRecord(db, services.secrets, actor.tenantId, recordId)
    return { recordId, version: before.version + 1 }
  })
}

export const correctionRoutes: RouteSpec[] = [
  serve(correctRecord, ({ services, actor, params, body, language }) =>
    correct(services, actor, Number(params.id), body, language),
  ),
  serve(voidRecord, ({ services, actor, params, body }) => withdraw(services, actor, Number(params.id), body.reason)),
]
