import { batchStates, codeLevels, type Issue, keptValue, limits, type Language, type Stage } from '@timbermark/contract'
import type { Report } from '@timbermark/contract/stage-calls'
import { checkStageValues, fieldsOf, kindOf, type StageAttribute } from '@timbermark/contract/stages'
import { notInUse } from '../../crud/dictionary.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { platformTenant } from '../../platform/operator.ts'
import { assertValid, invalid, Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CodeRange, firstTaken, type KnownCode } from '../code/range-facts.ts'
import { readCodes, refuseCodes } from './report-codes.ts'

/** What every check of a report looks at. */
export interface ReportContext {
  services: Services
  db: Db
  actor: Actor
  stage: Stage
  body: Report
  language: Language
  /** The server's clock. */
  recordedAt: Date
}

/** How far a phone's clock may be ahead of the server's, and its time zone wrong. */
const clockLeadMs = 24 * 3600 * 1000

/** What can be said without the database. @throws Refusal stage.noCodes, stage.tooManyCodes, invalid */
export function checkShape({ codes, longitude, latitude }: Report): void {
  if (codes.length === 0) throw new Refusal('stage.noCodes')
  if (codes.length > limits.reportCodes) throw new Refusal('stage.tooManyCodes', { max: limits.reportCodes })
  if ((longitude === undefined || longitude === null) !== (latitude === undefined || latitude === null))
    throw invalid([{ field: 'longitude', error: 'required' }])
}

/** Nobody reports what has not happened yet. @throws Refusal invalid */
export function checkTime({ body, recordedAt }: ReportContext): void {
  if (new Date(body.time).getTime() > recordedAt.getTime() + clockLeadMs)
    throw invalid([{ field: 'time', error: 'stage.timeAhead' }])
}

/** May this user report this stage now? Only an authorization that is in force counts, whatever the roles. */
export async function assertAuthorized(db: Db, actor: Actor, stage: string): Promise<void> {
  const row = await db.maybe(
    sql`
      select 1 from stage_authorization
      where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and stage = ${stage} and status = '0'`,
  )
  if (!row && !may(actor, 'stage:record:any')) throw new Refusal('stage.notAuthorized')
}

export interface UsedTemplate {
  id: number
  name: string
  version: number
  attributes: StageAttribute[]
}

/** The template in use that the report names. @throws Refusal invalid */
export async function readTemplate({ db, actor, body }: ReportContext): Promise<UsedTemplate> {
  const template = await db.maybe<UsedTemplate>(sql`
    select id, name, version, attributes from stage_template
    where tenant_id in (${platformTenant}, ${actor.tenantId}) and id = ${body.templateId} and stage = ${body.stage} and status = '0'`)
  if (!template) throw invalid([{ field: 'templateId', error: 'referenceMissing' }])
  return template
}

/** A circulation that is named must be in use and have the stage. @throws Refusal invalid */
export async function checkCirculation({ db, actor, body }: ReportContext): Promise<void> {
  if (body.circulationId === undefined) return
  const circulation = await db.maybe(
    sql`
      select 1 from circulation
      where tenant_id in (${platformTenant}, ${actor.tenantId}) and id = ${body.circulationId} and status = '0' and ${body.stage} = any(stages)`,
  )
  if (!circulation) throw invalid([{ field: 'circulationId', error: 'referenceMissing' }])
}

/** The certificate or form that proves the stage, with its file. @throws Refusal stage.documentMissing */
export async function readDocument({ db, actor, body }: ReportContext): Promise<{ id: number }> {
  const document = await db.maybe<{ id: number }>(
    sql`select id from document where tenant_id = ${actor.tenantId} and code = ${body.documentCode} and cardinality(file) > 0`,
  )
  if (!document) throw new Refusal('stage.documentMissing')
  return document
}

/** The values of the stage's and the template's fields. @throws Refusal invalid with the fields as `values.<field>` */
export async function readValues(
  { db, actor, stage, body }: ReportContext,
  { attributes }: UsedTemplate,
): Promise<Record<string, unknown>> {
  const values = { ...body.values, ...body.attributes }
  const issues: Issue[] = checkStageValues(stage, values, attributes)
  assertValid(
    [...issues, ...(await checkLookups(db, actor.tenantId, stage, attributes, values))].map(issue => ({
      ...issue,
      field: `values.${issue.field}`,
    })),
  )
  return values
}

/** Dictionary values must be entries in use, document codes must name a certificate or form that has a file. */
async function checkLookups(
  db: Db,
  tenantId: number,
  stage: Stage,
  attributes: readonly StageAttribute[],
  values: Record<string, unknown>,
): Promise<Issue[]> {
  const given = [...fieldsOf(stage, attributes).values()].flatMap(field => {
    const value = keptValue(kindOf(field), values[field.key])
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
        select code from document
        where tenant_id = ${tenantId} and cardinality(file) > 0 and code = any(${documents.map(item => item.value)})`,
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
  actor,
  stage,
  body,
  language,
}: ReportContext): Promise<KnownCode[]> {
  const { good, refused } = await readCodes(services, actor, stage, body.codes)
  if (refused.length > 0) throw refuseCodes(language, refused)
  return good
}

/** The one batch of the codes. @throws Refusal stage.batchMixed, stage.batchInactive */
export async function readBatch(
  { db, actor }: ReportContext,
  codes: readonly KnownCode[],
): Promise<{ id: number; status: string }> {
  const requests = [...new Set(codes.map(code => code.entry.requestId))]
  const batches = await db.query<{ id: number; status: string }>(sql`
    select distinct b.id, b.status from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    where r.tenant_id = ${actor.tenantId} and r.id = any(${requests})`)
  if (batches.length !== 1) throw new Refusal('stage.batchMixed')
  const batch = batches[0]!
  if (!(batchStates.editable as readonly string[]).includes(batch.status)) throw new Refusal('stage.batchInactive')
  return batch
}

/** A code has each stage once. @throws Refusal stage.alreadyLinked with the first that has it */
export async function checkNotReported(
  { db, actor, body, language }: ReportContext,
  codes: readonly KnownCode[],
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
  const which =
    codes.find(code => code.entry.requestNumber === taken.request && code.serial === taken.serial) ?? codes[0]!
  throw refuseCodes(language, [{ code: which.code, error: 'stage.alreadyLinked' }])
}

/** The parent that the codes are put under: of a higher level, and not itself inside one of them. */
export async function readParent(
  { services, db, actor, stage, body }: ReportContext,
  children: readonly KnownCode[],
): Promise<KnownCode | undefined> {
  const text = body.parentCode
  if (!text) {
    if (stage.shape === 'aggregation') throw invalid([{ field: 'parentCode', error: 'required' }])
    return undefined
  }
  const parent = await services.directory.open(text)
  if (!parent.known || parent.entry.tenantId !== actor.tenantId)
    throw new Refusal('stage.foreignCode', { code: parent.code ?? text.slice(0, 100) })
  if (children.some(child => child.code === parent.code)) throw new Refusal('stage.cycle')
  const level = codeLevels[parent.entry.codeType]
  if (children.some(child => codeLevels[child.entry.codeType] >= level)) throw new Refusal('stage.parentLevel')
  // Levels rise with every link, so that three steps up reach the top; serialised per parent against a race of two reports.
  await db.execute(sql`select pg_advisory_xact_lock(${parent.entry.requestNumber}, ${parent.serial})`)
  return parent
}
