import { batchStates, permissionOf, stageRecord, type StageKey, verbOfChange, isOneOf } from '@timbermark/contract'
import { requestChange, takeChangeBack } from '@timbermark/contract/calls'
import type { ParsedBodyOf } from '@timbermark/contract'
import type { StageAttribute } from '@timbermark/contract/stages'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { lockFirstVersion } from '../lock-record.ts'
import { loadChangeHours } from './change-rule.ts'
import { checkProposed } from './check-proposed.ts'
import { notifyDeciders } from './notify-deciders.ts'
import { lockRequests, moveRequest } from './settle.ts'

interface OwnRecord {
  status: string
  stage: StageKey
  deptId: number | null
  batch: string
  batchStatus: string
  /** What its template added to the stage. */
  attributes: StageAttribute[]
  /** The time in which the reporter could ask is over. */
  late: boolean
  waiting: boolean
}

/** @throws Refusal notFound for a record that the actor did not report */
async function loadOwnRecord(db: Db, { tenantId, accountId }: Actor, id: number, hours: number): Promise<OwnRecord> {
  const row = await db.maybe<OwnRecord>(sql`
    select t.status, t.stage, t.dept_id as "deptId", b.batch_number as batch, b.status as "batchStatus", s.attributes,
      f.recorded_at <= now() - make_interval(hours => ${hours}) as late,
      exists (select from change_request c where c.tenant_id = ${tenantId} and c.record_id = t.id and c.status = 'waiting') as waiting
    from stage_record t
    join stage_record f on f.tenant_id = ${tenantId} and f.id = coalesce(t.first_id, t.id)
    join batch b on b.tenant_id = ${tenantId} and b.id = t.batch_id
    join stage_template s on s.tenant_id in (${platformTenant}, ${tenantId}) and s.id = t.template_id
    where t.tenant_id = ${tenantId} and t.id = ${id} and f.created_by = ${accountId}`)
  if (!row) throw new Refusal('notFound')
  return row
}

/**
 * Stores the wish of a reporter that the office withdraws or corrects their record, and notifies those who may decide.
 * @throws Refusal notFound, invalid, stage.notCurrent, stage.batchInactive, stage.changeWaiting, stage.changeNotOffered, stage.changeTooLate
 */
async function storeRequest(
  db: Db,
  actor: Actor,
  { recordId, kind, reason, proposed }: ParsedBodyOf<typeof requestChange>,
): Promise<{ id: number }> {
  // A concurrent correction or withdrawal settles the requests that it finds.
  await lockFirstVersion(db, actor.tenantId, recordId)
  const hours = await loadChangeHours(db, actor.tenantId)
  const record = await loadOwnRecord(db, actor, recordId, hours)
  if (proposed && kind !== 'correction')
    throw invalid([{ field: 'proposed', error: 'unknownField', params: { name: 'proposed' } }])
  if (proposed) checkProposed(record, proposed)
  if (record.status !== 'current') throw new Refusal('stage.notCurrent')
  if (!isOneOf(batchStates.editable, record.batchStatus)) throw new Refusal('stage.batchInactive')
  if (record.waiting) throw new Refusal('stage.changeWaiting')
  if (hours === 0) throw new Refusal('stage.changeNotOffered')
  if (record.late) throw new Refusal('stage.changeTooLate', { hours })
  const request = await db.one<{ id: number }>(sql`
    insert into change_request (tenant_id, dept_id, record_id, kind, reason, proposed, created_by)
    values (${actor.tenantId}, ${record.deptId}, ${recordId}, ${kind}, ${reason},
      ${proposed && Object.keys(proposed).length > 0 ? JSON.stringify(proposed) : null}::jsonb, ${actor.accountId}) returning id`)
  await notifyDeciders(db, actor, request.id, permissionOf(stageRecord, verbOfChange[kind]), {
    phrase: `stage.${record.stage}`,
    batch: record.batch,
    by: actor.nickName,
  })
  return request
}

export const requestChangeRoutes: RouteSpec[] = [
  serve(requestChange, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, db => storeRequest(db, actor, body)),
  ),
  serve(takeChangeBack, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const byActor = sql`t.id = ${Number(params.id)} and t.created_by = ${actor.accountId}`
      const [request] = await lockRequests(db, actor.tenantId, byActor)
      if (!request) throw new Refusal('notFound')
      await moveRequest(db, actor, request, 'takeBack')
      return null
    }),
  ),
]
