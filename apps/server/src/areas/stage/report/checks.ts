import { batchStates, type Issue, canonicalValue, isNoFix, limits, textIn, isOneOf } from '@timbermark/contract'
import type { Report, ReceivedReport } from '@timbermark/contract/stage-calls'
import { checkStageValues, fieldsOf, kindOf, needsPosition, type StageAttribute } from '@timbermark/contract/stages'
import { phrase } from '@timbermark/phrases/all'
import { notInUse } from '../../../entity/dictionary.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import { codeAt } from '../../code/directory/parse-codes.ts'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { findUncertified } from '../../certification/certified.ts'
import { loadContacts } from '../../certification/contact.ts'
import { type CodeRange, findFirstMatch, type KnownCode, toCodeRanges } from '../../code/directory/range-facts.ts'
import { refuseCodes } from '../../code/directory/refuse-codes.ts'
import { type ActiveRecall, loadActiveRecalls } from '../../code/directory/recalls-of-codes.ts'
import { readOnce, type ReportContext } from '../report-context.ts'
import { findReportedByOther } from '../circulation/partner-reports.ts'
import { computeReportTimes } from './clock.ts'
import { openReportedCodes, requestIdsOf } from './codes.ts'
import { findPlotNumbers } from '../../material/plot/plots-of-records.ts'
import { canEnterForOthers, documentsInScope, plotsInScope } from '../authorization/scope.ts'
import { isSupplier, wasInvitedToStage } from '../authorization/supplier-invitations.ts'
import { choiceJoin, isStageHidden, isOffered, newestJoin } from '../template/template-choice.ts'

/** The checks that need no database. @throws Refusal stage.noCodes, stage.tooManyCodes, invalid */
export function checkShape(body: Pick<ReceivedReport, 'codes' | 'ranges' | 'longitude' | 'latitude'>): void {
  const { codes, ranges = [] } = body
  if (codes.length === 0 && ranges.length === 0) throw new Refusal('stage.noCodes')
  if (codes.length > limits.reportCodes) throw new Refusal('stage.tooManyCodes', { max: limits.reportCodes })
  checkPosition(body)
}

/** A position needs both coordinates or neither, and is measured. @throws Refusal invalid */
export function checkPosition({ longitude, latitude }: Pick<Report, 'longitude' | 'latitude'>): void {
  if (isNoFix(longitude, latitude)) throw invalid([{ field: 'longitude', error: 'noFix' }])
  if ((longitude === undefined || longitude === null) !== (latitude === undefined || latitude === null))
    throw invalid([{ field: 'longitude', error: 'required' }])
}

/** Rejects reports about the future. @throws Refusal invalid */
export function checkTime({ body, recordedAt }: ReportContext): void {
  computeReportTimes(body, recordedAt)
}

/**
 * Checks that this user may report this stage now. Field users need an authorization in force; roles do not replace it.
 * Back-office users need the permission to enter records (docs/decisions/stages-and-records.md), suppliers an invitation.
 * @throws Refusal stage.notAuthorized
 */
export async function assertAuthorized(db: Db, actor: Actor, stage: string): Promise<void> {
  if (isSupplier(actor)) {
    if (!(await wasInvitedToStage(db, actor, stage))) throw new Refusal('stage.notAuthorized')
    return
  }
  const row = await db.maybe(
    sql`
      select 1 from stage_authorization
      where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and stage = ${stage} and status = '0'`,
  )
  if (!row && !hasPermission(actor, 'stage:record:any') && !canEnterForOthers(actor))
    throw new Refusal('stage.notAuthorized')
}

/**
 * Rejects a hidden stage: an offline phone still offers a stage that the enterprise has hidden in the meantime.
 * @throws Refusal stage.hidden
 */
export async function assertStageVisible(context: ReportContext): Promise<void> {
  const { db, actor, stage, language } = context
  if (!(await readOnce(context, ['hidden', stage.key], () => isStageHidden(db, actor.tenantId, stage.key)))) return
  throw new Refusal('stage.hidden', { stage: phrase(language, `stage.${stage.key}`) })
}

export interface UsedTemplate {
  id: number
  name: string
  version: number
  attributes: StageAttribute[]
  /** What happens to a report whose document was not valid on the day of the report. */
  expiredPapers: 'flag' | 'refuse'
  /** What happens to a report that uses a document for more than it covers. */
  overdrawnPapers: 'flag' | 'refuse'
  /** Only certified codes may be reported. */
  certifiedOnly: boolean
}

/**
 * Loads a template by the id of any of its versions, as long as the template is offered. An offline phone may use an earlier
 * version: the attributes come from that version, the settings from the current one.
 * @throws Refusal invalid
 */
export async function loadOfferedTemplate(
  db: Db,
  tenantId: number,
  id: number,
): Promise<UsedTemplate & Pick<Report, 'stage'>> {
  const template = await db.maybe<UsedTemplate & Pick<Report, 'stage'>>(sql`
    select f.id, f.name, f.stage, f.version, f.attributes,
           t.expired_papers as "expiredPapers", t.overdrawn_papers as "overdrawnPapers", t.certified_only as "certifiedOnly"
    from stage_template f ${newestJoin} ${choiceJoin(tenantId)}
    where f.tenant_id in (${platformTenant}, ${tenantId}) and f.id = ${id} and ${isOffered}`)
  if (!template) throw missingTemplate()
  return template
}

const missingTemplate = () => invalid([{ field: 'templateId', error: 'referenceMissing' }])

/** Loads the template that the report names; it must belong to the reported stage. @throws Refusal invalid */
export async function loadTemplate(context: ReportContext): Promise<UsedTemplate> {
  const { db, actor, body } = context
  const template = await readOnce(context, ['template', body.templateId], () =>
    loadOfferedTemplate(db, actor.tenantId, body.templateId),
  )
  if (template.stage !== body.stage) throw missingTemplate()
  return template
}

/** Loads the evidence document of the stage; it must have a file. @throws Refusal stage.documentMissing */
export async function loadDocument(context: ReportContext): Promise<{ id: number }> {
  const { db, actor, body, corrects } = context
  const document = await readOnce(context, ['document', body.documentCode], () =>
    db.maybe<{ id: number }>(sql`
      select t.id from document t
      where t.tenant_id = ${actor.tenantId} and t.code = ${body.documentCode} and cardinality(t.file) > 0
        and ${documentsInScope(actor, corrects)}`),
  )
  if (!document) throw new Refusal('stage.documentMissing')
  return document
}

/** Checks that the report has a position when the template requires one. @throws Refusal invalid */
export function checkRequiredPosition({ body }: ReportContext, { attributes }: Pick<UsedTemplate, 'attributes'>): void {
  if (needsPosition(attributes) && (body.longitude === undefined || body.longitude === null))
    throw invalid([{ field: 'coordinates', error: 'required' }])
}

/** Checks the values of the fields of the stage and the template. @throws Refusal invalid with the fields as `values.<field>` */
export async function checkValues(
  context: ReportContext,
  { attributes }: Pick<UsedTemplate, 'attributes'>,
): Promise<Record<string, unknown>> {
  const { stage, body } = context
  const values = { ...body.values, ...body.attributes }
  const issues: Issue[] = checkStageValues(stage, values, attributes)
  assertValid(
    [...issues, ...(await checkLookups(context, attributes, values))].map(issue => ({
      ...issue,
      field: `values.${issue.field}`,
    })),
  )
  return values
}

/** Dictionary values must be entries in use; document codes must name a document in scope that has a file, plot numbers a plot in scope. */
async function checkLookups(
  context: ReportContext,
  attributes: readonly StageAttribute[],
  values: Record<string, unknown>,
): Promise<Issue[]> {
  const { db, actor, stage, corrects } = context
  const answers = [...fieldsOf(stage, attributes).values()].flatMap(field => {
    const value = canonicalValue(kindOf(field), values[field.key])
    return typeof value === 'string' ? [{ field, value }] : []
  })
  const chosen = answers.flatMap(({ field, value }) =>
    field.type === 'dict' && field.dict ? [{ field, dict: field.dict, value }] : [],
  )
  const documents = answers.filter(item => item.field.type === 'document')
  const unused = await readOnce(context, ['dict', ...chosen.map(({ field, value }) => [field.key, value])], () =>
    notInUse(db, chosen),
  )
  const issues: Issue[] = unused.map(({ field }) => ({ field: field.key, error: 'notOneOf' }))
  if (documents.length > 0) {
    const codes = documents.map(item => item.value)
    const rows = await readOnce(context, ['documents', ...codes], () =>
      db.query<{ code: string }>(sql`
        select t.code from document t
        where t.tenant_id = ${actor.tenantId} and cardinality(t.file) > 0 and t.code = any(${codes})
          and ${documentsInScope(actor, corrects)}`),
    )
    const known = new Set(rows.map(row => row.code))
    for (const { field, value } of documents)
      if (!known.has(value)) issues.push({ field: field.key, error: 'stage.documentMissing' })
  }
  const plots = answers.filter(item => item.field.type === 'plot')
  if (plots.length > 0) {
    const numbers = plots.map(item => item.value)
    const known = await readOnce(context, ['plots', ...numbers], () =>
      findPlotNumbers(db, actor.tenantId, numbers, plotsInScope(actor, corrects)),
    )
    for (const { field, value } of plots)
      if (!known.has(value)) issues.push({ field: field.key, error: 'stage.plotMissing' })
  }
  return issues
}

/** Opens the reported codes; all of them must be reportable at this stage. @throws Refusal with one reason per refused code */
export async function loadReportedCodes(context: ReportContext): Promise<KnownCode[]> {
  const { good, refused } = await openReportedCodes(context)
  if (refused.length > 0) throw refuseCodes(context.language, refused)
  return good
}

/** Loads the batch of the codes; they must all belong to one batch. @throws Refusal stage.batchMixed, stage.batchInactive */
export async function loadBatch(
  context: ReportContext,
  codes: readonly KnownCode[],
): Promise<{ id: number; status: string; begun: boolean }> {
  const { db, actor } = context
  const requests = requestIdsOf(codes)
  const batches = await readOnce(context, ['batch', ...requests], () =>
    db.query<{ id: number; status: string; begun: boolean }>(sql`
      select distinct b.id, b.status, b.circulation_steps is not null as begun from code_request r join batch b on b.tenant_id = ${actor.tenantId} and b.id = r.batch_id
      where r.tenant_id = ${actor.tenantId} and r.id = any(${requests})`),
  )
  if (batches.length !== 1) throw new Refusal('stage.batchMixed')
  const batch = batches[0]!
  if (!isOneOf(batchStates.editable, batch.status)) throw new Refusal('stage.batchInactive')
  return batch
}

/**
 * Checks that all codes are certified when the template requires it.
 * @param named codes that the report lists one by one; each findUncertified one gets its own refusal
 * @throws Refusal stage.notCertified with the findUncertified codes, or the first one of the ranges
 */
export async function checkCertified(
  { services, db, actor, language }: ReportContext,
  { certifiedOnly }: Pick<UsedTemplate, 'certifiedOnly'>,
  named: readonly KnownCode[],
  ranges: readonly CodeRange[],
): Promise<void> {
  const missing = certifiedOnly ? await findUncertified(services, db, actor.tenantId, ranges) : []
  const [first] = missing
  if (!first) return
  const uncertifiedNamed = named.filter(({ entry, serial }) =>
    missing.some(({ request, from, to }) => request === entry.requestNumber && from <= serial && serial < to),
  )
  const firstCode = await codeAt(services, first.request, first.from)
  const contactFor = await loadContacts(
    db,
    actor.tenantId,
    language,
    uncertifiedNamed.length > 0 ? toCodeRanges(uncertifiedNamed) : [first],
  )
  throw refuseCodes(
    language,
    uncertifiedNamed.length > 0
      ? uncertifiedNamed.map(({ code, entry, serial }) => ({
          code,
          error: 'stage.notCertified' as const,
          ask: contactFor(entry.requestNumber, serial),
        }))
      : [{ code: firstCode, error: 'stage.notCertified', ask: contactFor(first.request, first.from) }],
  )
}

/**
 * Finds active recalls of the goods. Some recalls forbid reports; the others become a question to the reporter.
 * @throws Refusal stage.recalled with the first recalled code
 */
export async function checkRecalled(
  { services, db, actor, language }: ReportContext,
  batchId: number,
  ranges: readonly CodeRange[],
): Promise<ActiveRecall[]> {
  const recalls = await loadActiveRecalls(services, db, actor.tenantId, batchId, ranges)
  const blocking = recalls.find(({ reports }) => reports === 'refuse')
  if (!blocking)
    return recalls.map(recall => ({ ...recall, reason: textIn(language, recall.reason, recall.reasonTexts) }))
  const { request, serial } = blocking.first ?? { request: ranges[0]!.request, serial: ranges[0]!.from }
  const code = await codeAt(services, request, serial)
  throw refuseCodes(language, [{ code, error: 'stage.recalled' }])
}

/** A code can have each stage only once. @throws Refusal stage.alreadyLinked with the first code that already has it */
export async function checkNotReported(
  { services, db, actor, body, language, stage }: ReportContext,
  batchId: number,
  ranges: readonly CodeRange[],
): Promise<void> {
  const { tenantId } = actor
  const taken =
    (await findFirstMatch(db, tenantId, 'stage_record_code', ranges, sql`f.stage = ${body.stage}`)) ??
    (await findReportedByOther(services, { tenantId, batchId, ranges }, stage.key))
  if (!taken) return
  const code = await codeAt(services, taken.request, taken.serial)
  throw refuseCodes(language, [{ code, error: 'stage.alreadyLinked' }])
}
