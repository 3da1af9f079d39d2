import { randomBytes } from 'node:crypto'
import { fileIdOf, type Stage } from '@timbermark/contract'
import type { Flag } from '@timbermark/contract/plausible'
import { fieldsOf, isWithheld, type StageAttribute, stageLeafValues } from '@timbermark/contract/stages'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { addFacts, type CodeRange, isExclusionViolation, type KnownCode } from '../../code/directory/range-facts.ts'
import { codesDigest } from '../statement/record-statement.ts'
import type { BatchCirculation } from './circulation.ts'
import type { ReportContext } from '../report-context.ts'
import type { UsedTemplate } from './checks.ts'
import { refuseCodes } from '../../code/directory/refuse-codes.ts'
import { packReportedCodes, type ReportedParent } from '../../code/packing/pack-by-report.ts'
import { computeReportTimes } from './clock.ts'
import type { ReliedDocument } from './relied-documents.ts'
import { markStageChange } from '../statement/stage-changes.ts'

/** The result of the checks of a report. */
export interface CheckedReport {
  template: UsedTemplate
  document: { id: number }
  values: Record<string, unknown>
  /** The codes that the report lists one by one. */
  named: readonly KnownCode[]
  /** The named codes and the first code of each range. */
  codes: readonly KnownCode[]
  /** Number of reported codes. */
  count: number
  ranges: readonly CodeRange[]
  batch: { id: number; status: string }
  circulation: BatchCirculation
  parent: ReportedParent | undefined
  documents: readonly ReliedDocument[]
  /** The confirmed unlikely values, with their reasons. */
  flags: readonly Flag[]
}

/** The first report makes a batch active. */
export async function activateBatch({ db, actor }: ReportContext, { batch }: CheckedReport): Promise<void> {
  if (batch.status === 'draft')
    await db.execute(
      sql`
        update batch set status = 'active', updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${batch.id} and status = 'draft'`,
    )
}

/** Writes the record with its files. @returns its id */
export async function writeRecord(context: ReportContext, checked: CheckedReport): Promise<number> {
  const { db, actor, body, recordedAt } = context
  const { template, document, values, count, ranges, batch, circulation, parent, flags } = checked
  const { happenedAt, wrongClock } = computeReportTimes(body, recordedAt)
  const stored = await prepareStoredValues(context, template.attributes, values)
  const { id } = await db.one<{ id: number }>(sql`
    insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage,
      template_id, template_version, circulation_id, document_id, document_code,
      operator, happened_at, recorded_at, phone_at, reckoned_at, claimed_at, longitude, latitude,
      parent_code, code_count, codes_digest,
      public_values, personal_values, personal_salt, attachments, flags, created_by)
    values (${actor.tenantId}, ${actor.deptId}, ${body.reportId}, ${batch.id}, ${body.stage},
      ${template.id}, ${template.version}, ${circulation.id}, ${document.id}, ${body.documentCode},
      ${body.operator}, ${happenedAt}, ${recordedAt},
      ${wrongClock?.phoneAt ?? null}, ${wrongClock?.reckonedAt ?? null}, ${wrongClock?.claimedAt ?? null},
      ${body.longitude?.toFixed(6) ?? null}, ${body.latitude?.toFixed(6) ?? null},
      ${parent?.parent.code ?? null}, ${count}, ${codesDigest(ranges.map(item => item.text))},
      ${JSON.stringify(stored.publicValues)}::jsonb, ${JSON.stringify(stored.personalValues)}::jsonb, ${randomBytes(16)},
      ${JSON.stringify(stored.attachments)}::jsonb, ${JSON.stringify(flags)}::jsonb, ${actor.accountId})
    returning id`)
  await markStageChange(db, actor.tenantId, sql`r.id = ${id}`)
  return id
}

/** Links the codes to the record, and packs them into the reported parent code. @throws Refusal stage.alreadyLinked */
export async function writeCodes(context: ReportContext, checked: CheckedReport, id: number): Promise<void> {
  const { db, actor, body, language, recordedAt } = context
  const { codes, ranges, parent } = checked
  try {
    await addFacts(db, 'stage_record_code', ranges, { tenant_id: actor.tenantId, record_id: id, stage: body.stage })
  } catch (error) {
    if (isExclusionViolation(error))
      throw refuseCodes(language, [{ code: codes[0]!.code, error: 'stage.alreadyLinked' }])
    throw error
  }
  if (parent)
    await packReportedCodes(context, parent, {
      recordId: id,
      at: computeReportTimes(body, recordedAt).happenedAt,
      recordedAt,
    })
}

/** Brings checked values into the form in which a record stores them, and claims their files for the record. */
export async function prepareStoredValues(
  { services, db, actor, stage, body }: ReportContext,
  attributes: readonly StageAttribute[],
  values: Record<string, unknown>,
): Promise<{ publicValues: object; personalValues: object; attachments: object }> {
  const { public: publicValues, personal: personalValues } = stageLeafValues(stage, values, attributes)
  const files = filesOf(stage, attributes, values)
  const attachments = await claimFiles(services, db, actor.tenantId, `stage_record/${body.reportId}`, files)
  return { publicValues, personalValues, attachments }
}

/** File ids among the values; files of withheld fields stay private. */
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

/** Claims the files for the report. @returns the SHA-256 of each file by its id */
async function claimFiles(
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
