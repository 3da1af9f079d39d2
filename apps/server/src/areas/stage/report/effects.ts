import { randomBytes } from 'node:crypto'
import { fileIdOf, type Stage } from '@timbermark/contract'
import type { Flag } from '@timbermark/contract/plausible'
import { fieldsOf, isWithheld, type StageAttribute, canonicalStageValues } from '@timbermark/contract/stages'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { addFacts, type CodeRange, isTaken, type KnownCode } from '../../code/directory/range-facts.ts'
import { codesDigest } from '../statement/record-statement.ts'
import type { Followed } from './circulation.ts'
import type { ReportContext } from '../report-context.ts'
import type { UsedTemplate } from './checks.ts'
import { refuseCodes } from '../../code/directory/refuse-codes.ts'
import { packReported, type ReportedParent } from '../../code/packing/pack-by-report.ts'
import { timesOf } from './clock.ts'
import type { Paper } from './papers.ts'
import { markStageChange } from '../statement/stage-changes.ts'

/** What the checks of a report found. */
export interface Checked {
  template: UsedTemplate
  document: { id: number }
  values: Record<string, unknown>
  /** The codes that the report names one by one. */
  named: readonly KnownCode[]
  /** Those, and the first of each range. */
  codes: readonly KnownCode[]
  /** How many codes it is about. */
  count: number
  ranges: readonly CodeRange[]
  batch: { id: number; status: string }
  circulation: Followed
  parent: ReportedParent | undefined
  papers: readonly Paper[]
  /** What is unlikely about the report, with its reasons. */
  flags: readonly Flag[]
}

/** A batch is active from its first report on. */
export async function activateBatch({ db, actor }: ReportContext, { batch }: Checked): Promise<void> {
  if (batch.status === 'draft')
    await db.execute(
      sql`
        update batch set status = 'active', updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${batch.id} and status = 'draft'`,
    )
}

/** Writes the record with its files. @returns its id */
export async function writeRecord(context: ReportContext, checked: Checked): Promise<number> {
  const { db, actor, body, recordedAt } = context
  const { template, document, values, count, ranges, batch, circulation, parent, flags } = checked
  const { happenedAt, wrongClock } = timesOf(body, recordedAt)
  const kept = await valuesToKeep(context, template.attributes, values)
  const { id } = await db.one<{ id: number }>(sql`
    insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage,
      template_id, template_version, circulation_id, document_id, document_code,
      operator, happened_at, recorded_at, phone_at, reckoned_at, claimed_at, longitude, latitude,
      parent_code, code_count, codes_digest,
      public_values, personal_values, personal_salt, attachments, flags, created_by)
    values (${actor.tenantId}, ${actor.deptId}, ${body.reportId}, ${batch.id}, ${body.stage},
      ${template.id}, ${template.version}, ${circulation.id}, ${document.id}, ${body.documentCode},
      ${body.operator}, ${happenedAt}, ${recordedAt}, ${wrongClock?.phoneAt ?? null}, ${wrongClock?.reckonedAt ?? null}, ${wrongClock?.claimedAt ?? null}, ${body.longitude?.toFixed(6) ?? null}, ${body.latitude?.toFixed(6) ?? null},
      ${parent?.parent.code ?? null}, ${count}, ${codesDigest(ranges.map(item => item.text))},
      ${JSON.stringify(kept.publicValues)}::jsonb, ${JSON.stringify(kept.personalValues)}::jsonb, ${randomBytes(16)},
      ${JSON.stringify(kept.attachments)}::jsonb, ${JSON.stringify(flags)}::jsonb, ${actor.accountId})
    returning id`)
  await markStageChange(db, actor.tenantId, sql`r.id = ${id}`)
  return id
}

/** Gives the codes their record, and their parent when there is one. @throws Refusal stage.alreadyLinked */
export async function writeCodes(context: ReportContext, checked: Checked, id: number): Promise<void> {
  const { db, actor, body, language, recordedAt } = context
  const { codes, ranges, parent } = checked
  try {
    await addFacts(db, 'stage_record_code', ranges, { tenant_id: actor.tenantId, record_id: id, stage: body.stage })
  } catch (error) {
    if (isTaken(error)) throw refuseCodes(language, [{ code: codes[0]!.code, error: 'stage.alreadyLinked' }])
    throw error
  }
  if (parent)
    await packReported(context, parent, {
      recordId: id,
      at: timesOf(body, recordedAt).happenedAt,
      recordedAt,
    })
}

/** Checked values in the form in which a record keeps them, their files bound to it. */
export async function valuesToKeep(
  { services, db, actor, stage, body }: ReportContext,
  attributes: readonly StageAttribute[],
  values: Record<string, unknown>,
): Promise<{ publicValues: object; personalValues: object; attachments: object }> {
  const { public: publicValues, personal: personalValues } = canonicalStageValues(stage, values, attributes)
  const files = filesOf(stage, attributes, values)
  const attachments = await attach(services, db, actor.tenantId, `stage_record/${body.reportId}`, files)
  return { publicValues, personalValues, attachments }
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

/** Binds the files to the report and notes their hashes. */
async function attach(
  services: Services,
  db: Db,
  tenantId: number,
  owner: string,
  files: { open: string[]; closed: string[] },
): Promise<Record<string, string>> {
  await services.files.claim(db, owner, files.open, true)
  await services.files.claim(db, owner, files.closed, false)
  const ids = [...new Set([...files.open, ...files.closed])]
  if (ids.length === 0) return {}
  const rows = await db.query<{ id: string; sha256: string }>(
    sql`select id, sha256 from file_object where tenant_id = ${tenantId} and id = any(${ids})`,
  )
  return Object.fromEntries(rows.map(row => [row.id, row.sha256]))
}
