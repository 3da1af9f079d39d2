import { randomBytes } from 'node:crypto'
import { fileIdOf, type Stage } from '@timbermark/contract'
import { fieldsOf, isWithheld, type StageAttribute, stageLeafValues } from '@timbermark/contract/stages'
import type { Db } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { addFacts, type CodeRange, isTaken, type KnownCode } from '../code/range-facts.ts'
import { codesDigest } from './record-statement.ts'
import type { ReportContext, UsedTemplate } from './report-checks.ts'
import { refuseCodes } from './report-codes.ts'

/** What the checks of a report found. */
export interface Checked {
  template: UsedTemplate
  document: { id: number }
  values: Record<string, unknown>
  codes: readonly KnownCode[]
  ranges: readonly CodeRange[]
  batch: { id: number; status: string }
  parent: KnownCode | undefined
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
  const { services, db, actor, stage, body, recordedAt } = context
  const { template, document, values, codes, ranges, batch, parent } = checked
  const leafValues = stageLeafValues(stage, values, template.attributes)
  const files = filesOf(stage, template.attributes, values)
  const attachments = await attach(services, db, actor.tenantId, `stage_record/${body.reportId}`, files)
  const { id } = await db.one<{ id: number }>(sql`
    insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage,
      template_id, template_version, circulation_id, document_id, document_code,
      operator, happened_at, recorded_at, longitude, latitude,
      parent_code, code_count, codes_digest,
      public_values, personal_values, personal_salt, attachments, created_by)
    values (${actor.tenantId}, ${actor.deptId}, ${body.reportId}, ${batch.id}, ${body.stage},
      ${template.id}, ${template.version}, ${body.circulationId ?? null}, ${document.id}, ${body.documentCode},
      ${body.operator}, ${new Date(body.time)}, ${recordedAt}, ${body.longitude?.toFixed(6) ?? null}, ${body.latitude?.toFixed(6) ?? null},
      ${parent?.code ?? null}, ${codes.length}, ${codesDigest(ranges.map(item => item.text))},
      ${JSON.stringify(leafValues.public)}::jsonb, ${JSON.stringify(leafValues.personal)}::jsonb, ${randomBytes(16)},
      ${JSON.stringify(attachments)}::jsonb, ${actor.accountId})
    returning id`)
  return id
}

/** Gives the codes their record, and their parent when there is one. @throws Refusal stage.alreadyLinked */
export async function writeCodes(
  { db, actor, body, language }: ReportContext,
  checked: Checked,
  id: number,
): Promise<void> {
  const { codes, ranges, parent } = checked
  try {
    await addFacts(db, 'stage_record_code', ranges, { tenant_id: actor.tenantId, record_id: id, stage: body.stage })
    if (parent)
      await addFacts(db, 'code_link', ranges, {
        tenant_id: actor.tenantId,
        parent_request: parent.entry.requestNumber,
        parent_serial: parent.serial,
        record_id: id,
      })
  } catch (error) {
    if (isTaken(error)) throw refuseCodes(language, [{ code: codes[0]!.code, error: 'stage.alreadyLinked' }])
    throw error
  }
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
