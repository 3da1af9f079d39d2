import { batchStates, type ChangeOfRecord, permissionOf, stageRecord } from '@timbermark/contract'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { BeforeWire } from '../../../platform/http/http.ts'
import { currentTenant, sql } from '../../../platform/database/sql.ts'
import { loadChangeHours } from './change-rule.ts'

/** The newest request about a listed record (aliased `t`), in short. */
export const changeColumn = sql`
  (select json_build_object('kind', c.kind, 'status', c.status) from change_request c
   where c.tenant_id = ${currentTenant} and c.record_id = t.id order by c.id desc limit 1) as change`

interface ChangeFacts {
  /** The newest request about any version of the record. */
  change: BeforeWire<ChangeOfRecord> | null
  /** Until when the reader may ask for a change; null when they may not. */
  changeUntil: Date | null
}

/** Loads what the detail of a record says about changes that its reporter asked for. */
export async function loadChangeOfRecord(db: Db, actor: Actor, id: number): Promise<ChangeFacts> {
  const change = await db.maybe<BeforeWire<ChangeOfRecord>>(sql`
    select c.id, c.kind, c.status, c.reason, c.proposed, c.remark, c.requested_at as "requestedAt", c.decided_at as "decidedAt"
    from stage_record r
    join stage_record v on v.tenant_id = ${actor.tenantId} and (v.id = coalesce(r.first_id, r.id) or v.first_id = coalesce(r.first_id, r.id))
    join change_request c on c.tenant_id = ${actor.tenantId} and c.record_id = v.id
    where r.tenant_id = ${actor.tenantId} and r.id = ${id} order by c.id desc limit 1`)
  return { change: change ?? null, changeUntil: await loadChangeUntil(db, actor, id) }
}

async function loadChangeUntil(db: Db, actor: Actor, id: number): Promise<Date | null> {
  if (!hasPermission(actor, permissionOf(stageRecord, 'report'))) return null
  const hours = await loadChangeHours(db, actor.tenantId)
  const open = await db.maybe<{ until: Date }>(sql`
    select f.recorded_at + make_interval(hours => ${hours}) as until
    from stage_record t
    join stage_record f on f.tenant_id = ${actor.tenantId} and f.id = coalesce(t.first_id, t.id)
    join batch b on b.tenant_id = ${actor.tenantId} and b.id = t.batch_id
    where t.tenant_id = ${actor.tenantId} and t.id = ${id} and t.status = 'current' and f.created_by = ${actor.accountId}
      and b.status = any(${[...batchStates.editable]}) and f.recorded_at > now() - make_interval(hours => ${hours})
      and not exists (select from change_request c where c.tenant_id = ${actor.tenantId} and c.record_id = t.id and c.status = 'waiting')`)
  return open?.until ?? null
}
