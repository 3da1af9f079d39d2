import { createHash, randomBytes } from 'node:crypto'
import { rangeToSql, toRanges } from '@timbermark/codes'
import { codeLevels, type ErrorKey, fileIdOf, type Issue, limits, type Stage, stageKeys } from '@timbermark/contract'
import {
  checkStageValues,
  fieldsOf,
  isWithheld,
  type StageAttribute,
  stageByKey,
  stageLeafValues,
} from '@timbermark/contract/stages'
import { z } from 'zod'
import { type Actor, may } from '../../platform/actor.ts'
import type { OpenedCode } from '../../platform/code-directory.ts'
import type { Db } from '../../platform/database.ts'
import { assertValid, invalid, Refusal, refusalText } from '../../platform/refusal.ts'
import { type RouteSpec, route } from '../../platform/http.ts'
import type { Services } from '../../platform/services.ts'
import { join, sql } from '../../platform/sql.ts'
import { queueLeaf } from '../ledger/queue.ts'
import { codesDigest, loadFacts, recordLeaf } from './leaf.ts'

const degrees = (most: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,3}(\.\d{1,15})?$/)])
    .transform(Number)
    .pipe(z.number().min(-most).max(most))

/** How far a phone's clock may be ahead of the server's, and its time zone wrong. */
const clockLeadMs = 24 * 3600 * 1000

export const reportBody = z.strictObject({
  reportId: z.uuid(),
  stage: z.enum(stageKeys),
  templateId: z.number().int().positive(),
  circulationId: z.number().int().positive().optional(),
  documentCode: z.string().trim().min(1).max(50),
  operator: z.string().trim().min(1).max(50),
  time: z.iso.datetime({ offset: true }),
  codes: z.array(z.string().max(500)).max(20_000),
  parentCode: z.string().max(500).nullish(),
  values: z.record(z.string().max(60), z.unknown()).default({}),
  attributes: z.record(z.string().max(60), z.unknown()).default({}),
  longitude: degrees(180).nullish(),
  latitude: degrees(90).nullish(),
})
export type Report = z.output<typeof reportBody>

type Known = Extract<OpenedCode, { known: true }>

interface CodeRefusal {
  code: string
  error: ErrorKey
}

/** May this user report this stage now? Only an authorization that is in force counts, whatever the roles. */
export async function assertAuthorized(db: Db, actor: Actor, stage: string): Promise<void> {
  const row = await db.maybe(
    sql`select 1 from stage_authorization where account_id = ${actor.accountId} and stage = ${stage} and status = '0'`,
  )
  if (!row && !may(actor, 'stage:record:any')) throw new Refusal('stage.notAuthorized')
}

/** Reads codes and sorts out those that cannot be reported at this stage: foreign, twice, too high. */
export async function readCodes(
  services: Services,
  actor: Actor,
  stage: Stage,
  texts: readonly string[],
): Promise<{ good: Known[]; refused: CodeRefusal[] }> {
  const good: Known[] = []
  const refused: CodeRefusal[] = []
  const seen = new Set<string>()
  for (const text of texts) {
    const opened = await services.directory.open(text)
    const shown = opened.code ?? text.slice(0, 100)
    if (seen.has(shown)) refused.push({ code: shown, error: 'stage.duplicateCode' })
    else if (!opened.known || opened.entry.tenantId !== actor.tenantId)
      refused.push({ code: shown, error: 'stage.foreignCode' })
    else if (opened.entry.status !== 'completed' && opened.entry.status !== 'downloaded')
      refused.push({ code: shown, error: 'stage.foreignCode' })
    else if (!stage.levels.includes(codeLevels[opened.entry.codeType]))
      refused.push({ code: shown, error: 'stage.levelTooHigh' })
    else good.push(opened)
    seen.add(shown)
  }
  return { good, refused }
}

function refuseCodes(language: Parameters<typeof refusalText>[0], refused: readonly CodeRefusal[]): Refusal {
  const first = refused[0]!
  const data = {
    accepted: [],
    refused: refused.map(item => ({ ...item, message: refusalText(language, item.error, { code: item.code }) })),
  }
  return new Refusal(first.error, { code: first.code }, { data })
}

/** Ranges of serials by request, as rows of `stage_record_code` and `code_link` hold them. */
function rangesOf(codes: readonly Known[]): { request: number; range: string; text: string }[] {
  return [...Map.groupBy(codes, code => code.entry.requestNumber)]
    .sort(([a], [b]) => a - b)
    .flatMap(([request, group]) =>
      toRanges(group.map(code => code.serial).sort((a, b) => a - b)).map(range => ({
        request,
        range: rangeToSql(range),
        text: `${request}:${range.from}-${range.to}`,
      })),
    )
}

/** Files among the values, by field; those of withheld fields stay private. */
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
  language: Parameters<typeof refusalText>[0],
  recordedAt = new Date(),
) {
  const stage = stageByKey(body.stage)
  if (body.codes.length === 0) throw new Refusal('stage.noCodes')
  if (body.codes.length > limits.reportCodes) throw new Refusal('stage.tooManyCodes', { max: limits.reportCodes })
  if (
    (body.longitude === undefined || body.longitude === null) !==
    (body.latitude === undefined || body.latitude === null)
  )
    throw invalid([{ field: 'longitude', error: 'required' }])
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  const key = `report:${body.reportId}`

  return services.database.withTenant(actor.tenantId, async db => {
    const fresh = await db.execute(
      sql`insert into idempotency (tenant_id, account_id, key, body_hash) values (${actor.tenantId}, ${actor.accountId}, ${key}, ${bodyHash}) on conflict do nothing`,
    )
    if (fresh === 0) {
      const before = await db.one<{ body_hash: Buffer; answer: object | null }>(
        sql`select body_hash, answer from idempotency where account_id = ${actor.accountId} and key = ${key}`,
      )
      if (!before.body_hash.equals(bodyHash) || !before.answer) throw new Refusal('idempotencyReuse')
      return before.answer
    }
    if (new Date(body.time).getTime() > recordedAt.getTime() + clockLeadMs)
      throw invalid([{ field: 'time', error: 'stage.timeAhead' }])
    await assertAuthorized(db, actor, body.stage)
    const template = await db.maybe<{ id: number; name: string; version: number; attributes: StageAttribute[] }>(
      sql`select id, name, version, attributes from stage_template where id = ${body.templateId} and stage = ${body.stage} and status = '0'`,
    )
    if (!template) throw invalid([{ field: 'templateId', error: 'referenceMissing' }])
    if (body.circulationId !== undefined) {
      const circulation = await db.maybe(
        sql`select 1 from circulation where id = ${body.circulationId} and status = '0' and ${body.stage} = any(stages)`,
      )
      if (!circulation) throw invalid([{ field: 'circulationId', error: 'referenceMissing' }])
    }
    const document = await db.maybe<{ id: number }>(
      sql`select id from document where code = ${body.documentCode} and cardinality(file) > 0`,
    )
    if (!document) throw new Refusal('stage.documentMissing')
    const values = { ...body.values, ...body.attributes }
    const issues: Issue[] = checkStageValues(stage, values, template.attributes)
    assertValid(
      [...issues, ...(await checkLookups(db, stage, template.attributes, values))].map(issue => ({
        ...issue,
        field: `values.${issue.field}`,
      })),
    )

    const { good, refused } = await readCodes(services, actor, stage, body.codes)
    if (refused.length > 0) throw refuseCodes(language, refused)
    const requests = [...new Set(good.map(code => code.entry.requestId))]
    const batches = await db.query<{ id: number; status: string }>(
      sql`select distinct b.id, b.status from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id where r.id = any(${requests})`,
    )
    if (batches.length !== 1) throw new Refusal('stage.batchMixed')
    const batch = batches[0]!
    if (batch.status === 'draft')
      await db.execute(
        sql`update batch set status = 'active', updated_at = now() where id = ${batch.id} and status = 'draft'`,
      )
    else if (batch.status !== 'active') throw new Refusal('stage.batchInactive')

    const ranges = rangesOf(good)
    const linked = await db.maybe<{ request_number: number; serial: number }>(sql`
      select c.request_number, lower(c.serials * g.serials) as serial
      from stage_record_code c join (values ${join(ranges.map(item => sql`(${item.request}::int, ${item.range}::int4range)`))}) g (request, serials)
        on c.request_number = g.request and c.serials && g.serials
      where c.current and c.stage = ${body.stage} order by 1, 2 limit 1`)
    if (linked) throw linkedRefusal(good, linked.request_number, linked.serial, language)

    const parent = await readParent(services, db, actor, stage, body.parentCode ?? undefined, good)
    const leafValues = stageLeafValues(stage, values, template.attributes)
    const files = filesOf(stage, template.attributes, values)
    const attachments = await attach(services, db, `stage_record/${body.reportId}`, files)
    const { id } = await db.one<{ id: number }>(sql`
      insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, template_version, circulation_id, document_id, document_code, operator, happened_at, recorded_at,
                                longitude, latitude, parent_code, code_count, codes_digest, public_values, personal_values, personal_salt, attachments, created_by)
      values (${actor.tenantId}, ${actor.deptId}, ${body.reportId}, ${batch.id}, ${body.stage}, ${template.id}, ${template.version}, ${body.circulationId ?? null}, ${document.id}, ${body.documentCode},
              ${body.operator}, ${new Date(body.time)}, ${recordedAt}, ${body.longitude?.toFixed(6) ?? null}, ${body.latitude?.toFixed(6) ?? null}, ${parent?.code ?? null}, ${good.length},
              ${codesDigest(ranges.map(item => item.text))}, ${JSON.stringify(leafValues.public)}::jsonb, ${JSON.stringify(leafValues.personal)}::jsonb, ${randomBytes(16)}, ${JSON.stringify(attachments)}::jsonb, ${actor.accountId})
      returning id`)
    try {
      await db.execute(sql`
        insert into stage_record_code (tenant_id, record_id, stage, request_number, serials)
        values ${join(ranges.map(item => sql`(${actor.tenantId}, ${id}, ${body.stage}, ${item.request}, ${item.range}::int4range)`))}`)
      if (parent) {
        await db.execute(sql`
          insert into code_link (tenant_id, request_number, serials, parent_request, parent_serial, record_id)
          values ${join(ranges.map(item => sql`(${actor.tenantId}, ${item.request}, ${item.range}::int4range, ${parent.entry.requestNumber}, ${parent.serial}, ${id})`))}`)
      }
    } catch (error) {
      // Two reports at the same moment: the exclusion constraint lets exactly one of them through.
      if ((error as { code?: string }).code === '23P01')
        throw refuseCodes(language, [{ code: good[0]!.code, error: 'stage.alreadyLinked' }])
      throw error
    }
    const facts = (await loadFacts(db, [id])).get(id)!
    await queueLeaf(db, actor.tenantId, `stage_record/${id}`, recordLeaf(facts))
    const answer = { recordId: id, accepted: good.map(code => code.code), refused: [] }
    await db.execute(
      sql`update idempotency set answer = ${JSON.stringify(answer)}::jsonb where account_id = ${actor.accountId} and key = ${key}`,
    )
    return answer
  })
}

/** Dictionary values must be entries in use, document codes must name a certificate or form that has a file. */
async function checkLookups(
  db: Db,
  stage: Stage,
  attributes: readonly StageAttribute[],
  values: Record<string, unknown>,
): Promise<Issue[]> {
  const given = [...fieldsOf(stage, attributes).values()].flatMap(field =>
    typeof values[field.key] === 'string' && values[field.key] !== ''
      ? [{ field, value: String(values[field.key]).trim() }]
      : [],
  )
  const dictionaries = given.filter(item => item.field.type === 'dict' && item.field.dict)
  const documents = given.filter(item => item.field.type === 'document')
  const issues: Issue[] = []
  if (dictionaries.length > 0) {
    const rows = await db.query<{ dict_type: string; dict_value: string }>(
      sql`select dict_type, dict_value from dict_data where status = '0' and dict_type = any(${dictionaries.map(item => item.field.dict!)})`,
    )
    const known = new Set(rows.map(row => `${row.dict_type}\n${row.dict_value}`))
    for (const { field, value } of dictionaries)
      if (!known.has(`${field.dict}\n${value}`)) issues.push({ field: field.key, error: 'notOneOf' })
  }
  if (documents.length > 0) {
    const rows = await db.query<{ code: string }>(
      sql`select code from document where cardinality(file) > 0 and code = any(${documents.map(item => item.value)})`,
    )
    const known = new Set(rows.map(row => row.code))
    for (const { field, value } of documents)
      if (!known.has(value)) issues.push({ field: field.key, error: 'stage.documentMissing' })
  }
  return issues
}

function linkedRefusal(
  good: readonly Known[],
  request: number,
  serial: number,
  language: Parameters<typeof refusalText>[0],
): Refusal {
  const which = good.find(code => code.entry.requestNumber === request && code.serial === serial) ?? good[0]!
  return refuseCodes(language, [{ code: which.code, error: 'stage.alreadyLinked' }])
}

/** The parent that the codes are put under: of a higher level, and not itself inside one of them. */
async function readParent(
  services: Services,
  db: Db,
  actor: Actor,
  stage: Stage,
  text: string | undefined,
  children: readonly Known[],
): Promise<Known | undefined> {
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

/** Binds the files to the report and notes their hashes. */
async function attach(
  services: Services,
  db: Db,
  owner: string,
  files: { open: string[]; closed: string[] },
): Promise<Record<string, string>> {
  await services.files.claim(db, owner, files.open, true)
  await services.files.claim(db, owner, files.closed, false)
  const ids = [...new Set([...files.open, ...files.closed])]
  if (ids.length === 0) return {}
  const rows = await db.query<{ id: string; sha256: string }>(
    sql`select id, sha256 from file_object where id = any(${ids})`,
  )
  return Object.fromEntries(rows.map(row => [row.id, row.sha256]))
}

export const reportRoutes: RouteSpec[] = [
  route({
    method: 'POST',
    path: '/stage/report',
    access: { permission: 'stage:record:report', userTypes: [1, 2] },
    summary: 'Reports a stage for scanned codes; the same reportId can be sent again with the effect of once',
    body: reportBody,
    labels: 'stage.report',
    audit: { title: 'stage.record', kind: 'add' },
    handler: ({ services, actor, body, language }) => report(services, actor, body, language),
  }),
]
