import { randomBytes } from 'node:crypto'
import { batchStates, permissionOf, type StageKey, stageRecord } from '@timbermark/contract'
import type { Flag } from '@timbermark/contract/plausible'
import type { StageAttribute } from '@timbermark/contract/stages'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { UsedTemplate } from '../report/checks.ts'
import { linkPapers, type Paper } from '../report/papers.ts'
import { markStageChange } from '../statement/stage-changes.ts'

/** A record as it stands before its next version. */
export interface CurrentRecord {
  id: number
  version: number
  stage: StageKey
  reportId: string
  batchId: number
  /** How many codes it is about. */
  count: number
  /** The form that it was reported with, whatever has become of it since; what its settings are now holds. */
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
  certified_only: boolean
}

/**
 * Has the whole of a record, by its first version: of those that make a next version of it or forget what it said one waits
 * until another is done. @param id of any version
 */
export async function lockFirst(db: Db, tenantId: number, id: number): Promise<void> {
  await db.maybe(sql`
    select 1 from stage_record f
    where f.tenant_id = ${tenantId}
      and f.id = (select coalesce(t.first_id, t.id) from stage_record t where t.tenant_id = ${tenantId} and t.id = ${id})
    for no key update of f`)
}

/**
 * Locks a record within reach for its next version.
 * @throws Refusal notFound, stage.notCurrent when there is a later version, stage.batchInactive
 */
export async function lockCurrent(db: Db, actor: Actor, id: number, verb: 'correct' | 'void'): Promise<CurrentRecord> {
  const reach = scopePredicate(actor, permissionOf(stageRecord, verb), {
    alias: 't',
    dept: 'dept_id',
    owner: 'created_by',
  })
  await lockFirst(db, actor.tenantId, id)
  const row = await db.maybe<LockedRow>(sql`
    select t.id, t.version, t.status, t.stage, t.report_id, t.batch_id, t.code_count, b.status as batch_status,
           s.id as template_id, s.name as template_name, t.template_version, s.attributes,
           newest.expired_papers, newest.certified_only
    from stage_record t
    join batch b on b.tenant_id = t.tenant_id and b.id = t.batch_id
    join stage_template s on s.tenant_id in (${platformTenant}, ${actor.tenantId}) and s.id = t.template_id
    join stage_template newest on newest.tenant_id = s.tenant_id and newest.name = s.name and newest.superseded_by is null
    where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${reach} for update of t`)
  if (!row) throw new Refusal('notFound')
  if (row.status !== 'current') throw new Refusal('stage.notCurrent')
  if (!(batchStates.editable as readonly string[]).includes(row.batch_status)) throw new Refusal('stage.batchInactive')
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
      certifiedOnly: row.certified_only,
    },
  }
}

/** What a correction says otherwise. */
export interface SaidAnew {
  documentId: number
  documentCode: string
  operator: string
  happenedAt: Date
  longitude: string | null
  latitude: string | null
  publicValues: object
  personalValues: object
  attachments: object
  /** What is unlikely about it, with its reasons. */
  flags: readonly Flag[]
  papers: readonly Paper[]
}

/** Why there is a next version, and what it is. */
export interface NextVersion {
  status: 'current' | 'voided'
  reason: string
  recordedAt: Date
  /** Nothing when the record is only withdrawn. */
  said?: SaidAnew
}

/**
 * Writes the next version of a record beside the one before, which stays readable. The codes follow it: they count for it
 * alone, or for nothing any more. @returns its id
 */
export async function writeNextVersion(
  db: Db,
  actor: Actor,
  before: CurrentRecord,
  { status, reason, recordedAt, said }: NextVersion,
): Promise<number> {
  const tenant = actor.tenantId
  await db.execute(sql`update stage_record set status = 'superseded' where tenant_id = ${tenant} and id = ${before.id}`)
  await db.execute(
    sql`update stage_record_code set current = false where tenant_id = ${tenant} and record_id = ${before.id}`,
  )
  const values = said
    ? sql`${said.documentId}, ${said.documentCode}, ${said.operator}, ${said.happenedAt}, ${said.longitude}::numeric, ${said.latitude}::numeric,
          ${JSON.stringify(said.publicValues)}::jsonb, ${JSON.stringify(said.personalValues)}::jsonb, ${randomBytes(16)}, ${JSON.stringify(said.attachments)}::jsonb, ${JSON.stringify(said.flags)}::jsonb, null::timestamptz, null::timestamptz, null::timestamptz`
    : sql`document_id, document_code, operator, happened_at, longitude, latitude, public_values, personal_values, personal_salt, attachments, flags, phone_at, reckoned_at, claimed_at`
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
  await keepPapers(db, tenant, before.id, id, said?.papers)
  if (status === 'current') {
    // It packed what it packed, whatever it says of it now.
    await db.execute(
      sql`update code_link set record_id = ${id} where tenant_id = ${tenant} and record_id = ${before.id}`,
    )
    await db.execute(sql`update packing set record_id = ${id} where tenant_id = ${tenant} and record_id = ${before.id}`)
  }
  return id
}

/** A version relies on what the one before relied on, in the same version, but for the papers that it names anew. */
async function keepPapers(
  db: Db,
  tenantId: number,
  before: number,
  id: number,
  papers?: readonly Paper[],
): Promise<void> {
  const relied = await db.query<{ field: string; id: number; version: number }>(sql`
    select field, document_id as id, version from stage_record_paper where tenant_id = ${tenantId} and record_id = ${before}`)
  const asBefore = (paper: Paper) => relied.find(one => one.field === paper.field && one.id === paper.id) ?? paper
  await linkPapers(db, tenantId, id, papers ? papers.map(asBefore) : relied)
}
