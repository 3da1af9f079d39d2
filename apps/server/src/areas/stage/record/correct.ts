import type { Language, ParsedBodyOf } from '@timbermark/contract'
import { correctRecord, voidRecord } from '@timbermark/contract/calls'
import { stageByKey } from '@timbermark/contract/stages'
import { phrase } from '@timbermark/phrases/all'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { codeRange, lockCodeRequests } from '../../code/directory/range-facts.ts'
import { loadLinksOfRecord } from '../../code/packing/links.ts'
import { unpackWithdrawnReport } from '../../code/packing/pack-by-report.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findStagesLeftWithout } from '../circulation/partner-reports.ts'
import { settleRequests } from '../change-request/settle.ts'
import { type CurrentRecord, lockCurrentVersion, writeNextVersion } from './next-version.ts'
import { checkPosition, checkTime, checkRequiredPosition, loadDocument, checkValues } from '../report/checks.ts'
import type { ReportContext, ReportContent } from '../report-context.ts'
import { prepareStoredValues } from '../report/effects.ts'
import { lockNamedPlot } from '../report/named-plot.ts'
import { lockDocuments } from '../report/relied-documents.ts'
import { batchLockClause } from '../report/circulation.ts'
import { checkReportPlausibility } from '../report/check-plausibility.ts'
import { loadKnownFacts } from '../report/known-goods.ts'
import { findPlotOfRecord } from '../../material/plot/plots-of-records.ts'
import { postRecords } from '../../material/ledger/post-records.ts'
import { changePaperTotals } from '../report/paper-uses.ts'
import { changeTotals, type TotalChange } from '../report/totals.ts'
import { sealRecord } from '../statement/seal-record.ts'

type Correction = ParsedBodyOf<typeof correctRecord>
interface Version {
  recordId: number
  version: number
}

/** The correction in the form of a report, for the checks that both share. */
const toReportContent = (
  before: CurrentRecord,
  { reason: _, changeRequestId: _request, ...content }: Correction,
): ReportContent => ({
  ...content,
  reportId: before.reportId,
  stage: before.stage,
  templateId: before.template.id,
  codes: [],
})

/** The goods of a record for the plausibility check, without the values of the record itself. */
async function loadGoods(db: Db, actor: Actor, { id, batchId }: CurrentRecord) {
  const rows = await db.query<{ requestId: number; request: number; from: number; to: number }>(sql`
    select q.id as "requestId", c.request_number as request, lower(c.serials) as "from", upper(c.serials) as "to"
    from stage_record_code c
    join code_request q on q.tenant_id = ${actor.tenantId} and q.request_number = c.request_number
    where c.tenant_id = ${actor.tenantId} and c.record_id = ${id} order by c.request_number, lower(c.serials)`)
  return {
    batchId,
    requestIds: rows.map(row => row.requestId),
    ranges: rows.map(row => codeRange(row.request, row)),
    replacesRecord: id,
  }
}

/**
 * Corrects a record: checks the correction by the rules of a report, with the template of the record, and writes the next
 * version.
 * @throws Refusal notFound, stage.notCurrent, stage.batchInactive, stage.changeSettled, and those of a report
 */
async function correctStageRecord(
  services: Services,
  actor: Actor,
  id: number,
  correction: Correction,
  language: Language,
): Promise<Version> {
  return services.database.withTenant(actor.tenantId, async db => {
    const before = await lockCurrentVersion(db, actor, id, 'correct')
    await db.execute(
      sql`select from batch where tenant_id = ${actor.tenantId} and id = ${before.batchId} ${batchLockClause(before.stage, true)}`,
    )
    const stage = stageByKey(before.stage)
    const recordedAt = new Date()
    const body = toReportContent(before, correction)
    const context: ReportContext = { services, db, actor, stage, body, language, recordedAt, corrects: id }
    checkPosition(body)
    checkTime(context)
    checkRequiredPosition(context, before.template)
    const document = await loadDocument(context)
    const values = await checkValues(context, before.template)
    const documents = await lockDocuments(context, before.template.attributes, values)
    const named = await lockNamedPlot(context, before.template.attributes, values)
    const earlier = await findPlotOfRecord(db, actor.tenantId, before.id)
    // The same plot stays as it was when it was reported.
    const plot = named && named.id === earlier?.id ? { ...named, version: earlier.version } : named
    const goods = { tenantId: actor.tenantId, ...(await loadGoods(db, actor, before)), documents, plot, values }
    const flags = await checkReportPlausibility(context, {
      template: before.template,
      values,
      count: before.count,
      loadKnown: () => loadKnownFacts(db, stage.key, goods),
    })
    // A concurrent unpacking splits links of this record; it must see the version that the remaining links belong to.
    await lockCodeRequests(db, 'packing', await loadLinksOfRecord(db, actor.tenantId, before.id))
    const recordId = await writeNextVersion(db, actor, before, {
      status: 'current',
      reason: correction.reason,
      recordedAt,
      corrected: {
        documentId: document.id,
        documentCode: body.documentCode,
        operator: body.operator,
        happenedAt: new Date(body.time),
        longitude: body.longitude?.toFixed(6) ?? null,
        latitude: body.latitude?.toFixed(6) ?? null,
        ...(await prepareStoredValues(context, before.template.attributes, values)),
        flags,
        documents,
        plot,
      },
    })
    await settleRequests(db, actor, before.id, 'correct', correction.changeRequestId)
    await sealRecord(db, services, actor.tenantId, recordId)
    const changes: TotalChange[] = [
      { recordId: before.id, sign: -1 },
      { recordId, sign: 1 },
    ]
    await changeTotals(db, actor.tenantId, changes)
    await changePaperTotals(db, { tenantId: actor.tenantId, stage: stage.key }, changes)
    await postRecords(context, actor.tenantId, { stage: stage.key, posted: [recordId], reversed: [before.id] })
    return { recordId, version: before.version + 1 }
  })
}

/**
 * Withdraws a record: it stays readable with the reason, and its codes can be reported for the stage again.
 * @throws Refusal material.reliedUpon when later records use the wood that this one brought; stage.laterStages when later stages need it and the call does not say that this is known
 */
async function withdrawStageRecord(
  services: Services,
  actor: Actor,
  id: number,
  { reason, changeRequestId, laterStages }: ParsedBodyOf<typeof voidRecord>,
  language: Language,
): Promise<Version> {
  return services.database.withTenant(actor.tenantId, async db => {
    const before = await lockCurrentVersion(db, actor, id, 'void')
    const leftWithout = laterStages ? [] : await findStagesLeftWithout({ services, db }, actor.tenantId, before)
    if (leftWithout.length > 0)
      throw new Refusal('stage.laterStages', {
        stage: phrase(language, `stage.${before.stage}`),
        later: new Intl.ListFormat(language).format(leftWithout.map(later => phrase(language, `stage.${later}`))),
      })
    const recordedAt = new Date()
    const recordId = await writeNextVersion(db, actor, before, { status: 'voided', reason, recordedAt })
    await settleRequests(db, actor, before.id, 'void', changeRequestId)
    await unpackWithdrawnReport({ services, db, actor }, { recordId: before.id, by: recordId, reason, recordedAt })
    await sealRecord(db, services, actor.tenantId, recordId)
    const changes: TotalChange[] = [{ recordId: before.id, sign: -1 }]
    await changeTotals(db, actor.tenantId, changes)
    await changePaperTotals(db, { tenantId: actor.tenantId, stage: before.stage }, changes)
    await postRecords({ db, language }, actor.tenantId, { stage: before.stage, posted: [], reversed: [before.id] })
    return { recordId, version: before.version + 1 }
  })
}

export const correctionRoutes: RouteSpec[] = [
  serve(correctRecord, ({ services, actor, params, body, language }) =>
    correctStageRecord(services, actor, Number(params.id), body, language),
  ),
  serve(voidRecord, ({ services, actor, params, body, language }) =>
    withdrawStageRecord(services, actor, Number(params.id), body, language),
  ),
]
