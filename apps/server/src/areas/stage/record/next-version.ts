import { randomBytes } from 'node:crypto'
import { batchStates, permissionOf, type StageKey, stageRecord, isOneOf } from '@timbermark/contract'
import type { Flag } from '@timbermark/contract/plausible'
import type { StageAttribute } from '@timbermark/contract/stages'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { findPlotOfRecord, linkPlots, type NamedPlot } from '../../material/plot/plots-of-records.ts'
import { lockFirstVersion } from '../lock-record.ts'
import type { UsedTemplate } from '../report/checks.ts'
import { linkDocuments, type ReliedDocument } from '../report/relied-documents.ts'
import { markStageChange } from '../statement/stage-changes.ts'

/** A record before its next version is written. */
export interface CurrentRecord {
  id: number
  version: number
  stage: StageKey
  reportId: string
  batchId: number
  /** Number of codes of the record. */
  count: number
  /** The template version that it was reported with, even if no longer offered, with the template's current settings. */
  template: UsedTemplate
}

interface LockedRow {
  id: number
  version: number
  status: string
  stage: StageKey
  report_id: string
  batch_id: number
  code_count: number
  batch_status: string
  template_id: number
  template_name: string
  template_version: number
  attributes: StageAttribute[]
  expired_papers: UsedTemplate['expiredPapers']
  overdrawn_papers: UsedTemplate['overdrawnPapers']
  certified_only: boolean
}

/**
 * Locks a record in scope for its next version.
 * @throws Refusal notFound, stage.notCurrent when there is a later version, stage.batchInactive
 */
export async function lockCurrentVersion(
  db: Db,
  actor: Actor,
  id: number,
  verb: 'correct' | 'void',
): Promise<CurrentRecord> {
  const scope = scopePredicate(actor, permissionOf(stageRecord, verb), {
    alias: 't',
    dept: 'dept_id',
    owner: 'created_by',
  })
  await lockFirstVersion(db, actor.tenantId, id)
  const row = await db.maybe<LockedRow>(sql`
    select t.id, t.version, t.status, t.stage, t.report_id, t.batch_id, t.code_count, b.status as batch_status,
           s.id as template_id, s.name as template_name, t.template_version, s.attributes,
           newest.expired_papers, newest.overdrawn_papers, newest.certified_only
    from stage_record t
    join batch b on b.tenant_id = ${actor.tenantId} and b.id = t.batch_id
    join stage_template s on s.tenant_id in (${platformTenant}, ${actor.tenantId}) and s.id = t.template_id
    join stage_template newest on newest.tenant_id in (${platformTenant}, ${actor.tenantId})
      and newest.tenant_id = s.tenant_id and newest.name = s.name and newest.superseded_by is null
    where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${scope} for update of t`)
  if (!row) throw new Refusal('notFound')
  if (row.status !== 'current') throw new Refusal('stage.notCurrent')
  if (!isOneOf(batchStates.editable, row.batch_status)) throw new Refusal('stage.batchInactive')
  return {
    id: row.id,
    version: row.version,
    stage: row.stage,
    reportId: row.report_id,
    batchId: row.batch_id,
    count: row.code_count,
    template: {
      id: row.template_id,
      name: row.template_name,
      version: row.template_version,
      attributes: row.attributes,
      expiredPapers: row.expired_papers,
      overdrawnPapers: row.overdrawn_papers,
      certifiedOnly: row.certified_only,
    },
  }
}

/** The content of a corrected version. */
export interface CorrectedContent {
  documentId: number
  documentCode: string
  operator: string
  happenedAt: Date
  longitude: string | null
  latitude: string | null
  publicValues: object
  personalValues: object
  attachments: object
  /** The confirmed unlikely values, with their reasons. */
  flags: readonly Flag[]
  documents: readonly ReliedDocument[]
  plot: NamedPlot | undefined
}

export interface NextVersion {
  status: 'current' | 'voided'
  reason: string
  recordedAt: Date
  /** Absent for a withdrawal. */
  corrected?: CorrectedContent
}

/**
 * Writes the next version of a record; the version before stays readable. The codes move to the new version, or become free
 * again when the record is withdrawn.
 * @returns the id of the new version
 */
export async function writeNextVersion(
  db: Db,
  actor: Actor,
  before: CurrentRecord,
  { status, reason, recordedAt, corrected }: NextVersion,
): Promise<number> {
  const tenant = actor.tenantId
  await db.execute(sql`update stage_record set status = 'superseded' where tenant_id = ${tenant} and id = ${before.id}`)
  await db.execute(
    sql`update stage_record_code set current = false where tenant_id = ${tenant} and record_id = ${before.id}`,
  )
  const values = corrected
    ? sql`${corrected.documentId}, ${corrected.documentCode}, ${corrected.operator}, ${corrected.happenedAt},
          ${corrected.longitude}::numeric, ${corrected.latitude}::numeric,
          ${JSON.stringify(corrected.publicValues)}::jsonb, ${JSON.stringify(corrected.personalValues)}::jsonb, ${randomBytes(16)},
          ${JSON.stringify(corrected.attachments)}::jsonb, ${JSON.stringify(corrected.flags)}::jsonb,
          null::timestamptz, null::timestamptz, null::timestamptz`
    : sql`document_id, document_code, operator, happened_at, longitude, latitude, public_values, personal_values, personal_salt,
          attachments, flags, phone_at, reckoned_at, claimed_at`
  const { id } = await db.one<{ id: number }>(sql`
    insert into stage_record (tenant_id, dept_id, report_id, first_id, version, status, reason, batch_id, stage,
      template_id, template_version, circulation_id, recorded_at, place, parent_code, code_count, codes_digest, created_by,
      document_id, document_code, operator, happened_at, longitude, latitude, public_values, personal_values, personal_salt, attachments, flags,
      phone_at, reckoned_at, claimed_at)
    select tenant_id, dept_id, report_id, coalesce(first_id, id), version + 1, ${status}, ${reason}, batch_id, stage,
      template_id, template_version, circulation_id, ${recordedAt}, place, parent_code, code_count, codes_digest, ${actor.accountId},
      ${values}
    from stage_record where tenant_id = ${tenant} and id = ${before.id} returning id`)
  await db.execute(sql`
    insert into stage_record_code (tenant_id, record_id, stage, request_number, serials, current)
    select tenant_id, ${id}, stage, request_number, serials, ${status === 'current'}
    from stage_record_code where tenant_id = ${tenant} and record_id = ${before.id}`)
  await markStageChange(db, tenant, sql`r.id = any(${[before.id, id]}::bigint[])`)
  await linkReliedDocuments(db, tenant, before.id, id, corrected?.documents)
  const plot = corrected ? corrected.plot : await findPlotOfRecord(db, tenant, before.id)
  if (plot) await linkPlots(db, tenant, [{ ...plot, recordId: id }])
  if (status === 'current') {
    // A correction does not change what the report packed.
    await db.execute(
      sql`update code_link set record_id = ${id} where tenant_id = ${tenant} and record_id = ${before.id}`,
    )
    await db.execute(sql`update packing set record_id = ${id} where tenant_id = ${tenant} and record_id = ${before.id}`)
  }
  return id
}

/** Links the documents of a version: those of the version before in the same document version, newly named ones in the current. */
async function linkReliedDocuments(
  db: Db,
  tenantId: number,
  before: number,
  id: number,
  documents?: readonly ReliedDocument[],
): Promise<void> {
  const relied = await db.query<{ field: string; id: number; version: number }>(sql`
    select field, document_id as id, version from stage_record_paper where tenant_id = ${tenantId} and record_id = ${before}`)
  const previousVersion = (document: ReliedDocument) =>
    relied.find(one => one.field === document.field && one.id === document.id) ?? document
  const linked = documents ? documents.map(previousVersion) : relied
  await linkDocuments(
    db,
    tenantId,
    linked.map(document => ({ ...document, recordId: id })),
  )
}
