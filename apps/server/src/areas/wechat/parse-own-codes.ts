import { platformRequest } from '@timbermark/contract'
import { tenantRows, rowsInScope } from '../../entity/tenant-rows.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { allOf, sql } from '../../platform/database/sql.ts'

/** The parts of a request that calls about its codes need. */
export interface OwnRequest {
  id: number
  count: number
  status: string
  platformNumber: string | null
  requestId: number | null
}

/** A request in the actor's scope. @throws Refusal notFound */
export async function readOwn(db: Db, actor: Actor, id: number, verb = 'list'): Promise<OwnRequest> {
  const row = await db.maybe<OwnRequest>(sql`
    select t.id, t.count, t.status, t.platform_number as "platformNumber", t.request_id as "requestId" from platform_request t
    where ${allOf([tenantRows(platformRequest, actor), sql`t.id = ${id}`, rowsInScope(platformRequest, actor, verb)])}`)
  if (!row) throw new Refusal('notFound')
  return row
}
