import { batchStates, type Issue, canonicalValue, limits, textIn } from '@timbermark/contract'
import type { Report, ReceivedReport } from '@timbermark/contract/stage-calls'
import { checkStageValues, fieldsOf, kindOf, needsPosition, type StageAttribute } from '@timbermark/contract/stages'
import { phrase } from '@timbermark/phrases/all'
import { notInUse } from '../../../entity/dictionary.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { uncertified } from '../../certification/certified.ts'
import { whomToAsk } from '../../certification/contact.ts'
import { type CodeRange, firstTaken, type KnownCode, rangesOf } from '../../code/directory/range-facts.ts'
import { refuseCodes } from '../../code/directory/refuse-codes.ts'
import { type StandingRecall, standingRecalls } from '../../code/directory/recalls-of-codes.ts'
import type { ReportContext } from '../report-context.ts'
import { timesOf } from './clock.ts'
import { readCodes } from './codes.ts'
import { entersForOthers, papersInReach } from '../authorization/scope.ts'
import { choiceJoin, isHidden, isOffered, newestJoin } from '../template/template-choice.ts'

/** What can be said without the database. @throws Refusal stage.noCodes, stage.tooManyCodes, invalid */
export function checkShape(body: Pick<ReceivedReport, 'codes' | 'ranges' | 'longitude' | 'latitude'>): void {
  const { codes, ranges = [] } = body
  if (codes.length === 0 && ranges.length === 0) throw new Refusal('stage.noCodes')
  if (codes.length > limits.reportCodes) throw new Refusal('stage.tooManyCodes', { max: limits.reportCodes })
  checkPosition(body)
}

/** A place is both its numbers or none. @throws Refusal invalid */
export function checkPosition({ longitude, latitude }: Pick<Report, 'longitude' | 'latitude'>): void {
  if ((longitude === undefined || longitude === null) !== (latitude === undefined || latitude === null))
    throw invalid([{ field: 'longitude', error: 'required' }])
}

/** Nobody reports what has not happened yet. @throws Refusal invalid */
export function checkTime({ body, recordedAt }: ReportContext): void {
  timesOf(body, recordedAt)
}

/**
 * May this user report this stage now? In the field only an authorization that is in force counts, whatever the roles;
 * whoever enters reports at a desk needs the permission to do so (docs/decisions/stages-and-records.md).
 */
export async function assertAuthorized(db: Db, actor: Actor, stage: string): Promise<void> {
  const row = await db.maybe(
    sql`
      select 1 from stage_authorization
      where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and stage = ${stage} and status = '0'`,
  )
  if (!row && !hasPermission(actor, 'stage:record:any') && !entersForOthers(actor))
    throw new Refusal('stage.notAuthorized')
}

/**
 * A phone without a network goes on offering a stage that the enterprise has hidden since.
 * @throws Refusal stage.hidden
 */
export async function assertShown({ db, actor, stage, language }: ReportContext): Promise<void> {
  if (!(await isHidden(db, actor.tenantId, stage.key))) return
  throw new Refusal('stage.hidden', { stage: phrase(language, `stage.${stage.key}`) })
}

export interface UsedTemplate {
  id: number
  name: string
  version: number
  attributes: StageAttribute[]
  /** What becomes of a report whose paper was out of date on its day. */
  expiredPapers: 'flag' | 'refuse'
  /** Only codes that are certified may be reported. */
  certifiedOnly: boolean
}

/**
 * A template by one of its versions, while the template is offered. A phone in the forest may have an earlier version: it is
 * read with the attributes of then, under the settings of now.
 * @throws Refusal invalid
 */
export async function offeredTemplate(
  db: Db,
  tenantId: number,
  id: number,
): Promise<UsedTemplate & Pick<Report, 'stage'>> {
  const template = await db.maybe<UsedTemplate & Pick<Report, 'stage'>>(sql`
    select f.id, f.name, f.stage, f.version, f.attributes,
           t.expired_papers as "expiredPapers", t.certified_only as "certifiedOnly"
    from stage_template f ${newestJoin} ${choiceJoin(tenantId)}
    where f.tenant_id in (${platformTenant}, ${tenantId}) and f.id = ${id} and ${isOffered}`)
  if (!template) throw missingTemplate()
  return template
}

const missingTemplate = () => invalid([{ field: 'templateId', error: 'referenceMissing' }])

/** The template that the report names, which is one of its stage. @throws Refusal invalid */
export async function readTemplate({ db, actor, body }: ReportContext): Promise<UsedTemplate> {
  const template = await offeredTemplate(db, actor.tenantId, body.templateId)
  if (template.stage !== body.stage) throw missingTemplate()
  return template
}

/** The certificate or form that proves the stage, with its file. @throws Refusal stage.documentMissing */
export async function readDocument({ db, actor, body, corrects }: ReportContext): Promise<{ id: number }> {
  const document = await db.maybe<{ id: number }>(sql`
    select t.id from document t
    where t.tenant_id = ${actor.tenantId} and t.code = ${body.documentCode} and cardinality(t.file) > 0
      and ${papersInReach(actor, corrects)}`)
  if (!document) throw new Refusal('stage.documentMissing')
  return document
}

/** A template may demand to know where. @throws Refusal invalid */
export function checkWhere({ body }: ReportContext, { attributes }: Pick<UsedTemplate, 'attributes'>): void {
  if (needsPosition(attributes) && (body.longitude === undefined || body.longitude === null))
    throw invalid([{ field: 'coordinates', error: 'required' }])
}

/** The values of the stage's and the template's fields. @throws Refusal invalid with the fields as `values.<field>` */
export async function readValues(
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

/** Dictionary values must be entries in use, document codes must name a certificate or form in reach that has a file. */
async function checkLookups(
  { db, actor, stage, corrects }: ReportContext,
  attributes: readonly StageAttribute[],
  values: Record<string, unknown>,
): Promise<Issue[]> {
  const given = [...fieldsOf(stage, attributes).values()].flatMap(field => {
    const value = canonicalValue(kindOf(field), values[field.key])
    return typeof value === 'string' ? [{ field, value }] : []
  })
  const chosen = given.flatMap(({ field, value }) =>
    field.type === 'dict' && field.dict ? [{ field, dict: field.dict, value }] : [],
  )
  const documents = given.filter(item => item.field.type === 'document')
  const issues: Issue[] = (await notInUse(db, chosen)).map(({ field }) => ({ field: field.key, error: 'notOneOf' }))
  if (documents.length > 0) {
    const rows = await db.query<{ code: string }>(
      sql`
        select t.code from document t
        where t.tenant_id = ${actor.tenantId} and cardinality(t.file) > 0 and t.code = any(${documents.map(item => item.value)})
          and ${papersInReach(actor, corrects)}`,
    )
    const known = new Set(rows.map(row => row.code))
    for (const { field, value } of documents)
      if (!known.has(value)) issues.push({ field: field.key, error: 'stage.documentMissing' })
  }
  return issues
}

/** The reported codes, all of which may have this stage. @throws Refusal with what is wrong per code */
export async function readReportedCodes({
  services,
  db,
  actor,
  stage,
  body,
  language,
}: ReportContext): Promise<KnownCode[]> {
  const { good, refused } = await readCodes(services, db, actor, stage, body.codes)
  if (refused.length > 0) throw refuseCodes(language, refused)
  return good
}

/** The one batch of the codes. @throws Refusal stage.batchMixed, stage.batchInactive */
export async function readBatch(
  { db, actor }: ReportContext,
  codes: readonly KnownCode[],
): Promise<{ id: number; status: string; begun: boolean }> {
  const requests = [...new Set(codes.map(code => code.entry.requestId))]
  const batches = await db.query<{ id: number; status: string; begun: boolean }>(sql`
    select distinct b.id, b.status, b.circulation_steps is not null as begun from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    where r.tenant_id = ${actor.tenantId} and r.id = any(${requests})`)
  if (batches.length !== 1) throw new Refusal('stage.batchMixed')
  const batch = batches[0]!
  if (!(batchStates.editable as readonly string[]).includes(batch.status)) throw new Refusal('stage.batchInactive')
  return batch
}

/**
 * A template may take certified codes only. @param named the codes that the report names one by one, each of which is answered for
 * @throws Refusal stage.notCertified with those that are not, or the first of the ranges
 */
export async function checkCertified(
  { services, db, actor, language }: ReportContext,
  { certifiedOnly }: Pick<UsedTemplate, 'certifiedOnly'>,
  named: readonly KnownCode[],
  ranges: readonly CodeRange[],
): Promise<void> {
  const missing = certifiedOnly ? await uncertified(db, actor.tenantId, ranges) : []
  const [first] = missing
  if (!first) return
  const each = named.filter(({ entry, serial }) =>
    missing.some(({ request, from, to }) => request === entry.requestNumber && from <= serial && serial < to),
  )
  const firstCode = services.directory.codesOf(services.directory.get(first.request)!).code(first.from)
  const ask = await whomToAsk(db, actor.tenantId, language, each.length > 0 ? rangesOf(each) : [first])
  throw refuseCodes(
    language,
    each.length > 0
      ? each.map(({ code, entry, serial }) => ({
          code,
          error: 'stage.notCertified' as const,
          ask: ask(entry.requestNumber, serial),
        }))
      : [{ code: firstCode, error: 'stage.notCertified', ask: ask(first.request, first.from) }],
  )
}

/**
 * Is any of the goods called back? Some recalls let nothing be reported; of the others the reporter is asked.
 * @throws Refusal stage.recalled with the first code that a recall is about
 */
export async function checkRecalled(
  { services, db, actor, language }: ReportContext,
  batchId: number,
  ranges: readonly CodeRange[],
): Promise<StandingRecall[]> {
  const standing = await standingRecalls(db, actor.tenantId, batchId, ranges)
  const against = standing.find(({ reports }) => reports === 'refuse')
  if (!against)
    return standing.map(recall => ({ ...recall, reason: textIn(language, recall.reason, recall.reasonTexts) }))
  const { request, serial } = against.first ?? { request: ranges[0]!.request, serial: ranges[0]!.from }
  const code = services.directory.codesOf(services.directory.get(request)!).code(serial)
  throw refuseCodes(language, [{ code, error: 'stage.recalled' }])
}

/** A code has each stage once. @throws Refusal stage.alreadyLinked with the first that has it */
export async function checkNotReported(
  { services, db, actor, body, language }: ReportContext,
  ranges: readonly CodeRange[],
): Promise<void> {
  const taken = await firstTaken(
    db,
    actor.tenantId,
    'stage_record_code',
    ranges,
    sql`c.current and c.stage = ${body.stage}`,
  )
  if (!taken) return
  const code = services.directory.codesOf(services.directory.get(taken.request)!).code(taken.serial)
  throw refuseCodes(language, [{ code, error: 'stage.alreadyLinked' }])
}
