import { batchStates } from '@timbermark/contract'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** Code requests, as `r`, that the actor's roles reach for a permission: whose codes he reaches. */
export function requestsInReach(actor: Actor, permission: string): Sql {
  return scopePredicate(actor, permission, { alias: 'r', dept: 'dept_id', owner: 'created_by' })
}

/**
 * All these requests have to be in reach.
 * @param named what to call a request whose codes are not
 * @throws Refusal stage.foreignCode, as for a code that does not exist
 */
export async function assertInReach(
  db: Db,
  actor: Actor,
  permission: string,
  requests: readonly number[],
  named: (request: number) => string,
): Promise<void> {
  const rows = await db.query<{ request: number }>(sql`
    select r.request_number as request from code_request r
    where r.tenant_id = ${actor.tenantId} and r.request_number = any(${[...requests]}) and ${requestsInReach(actor, permission)}`)
  const reached = new Set(rows.map(({ request }) => request))
  const foreign = requests.find(request => !reached.has(request))
  if (foreign !== undefined) throw new Refusal('stage.foreignCode', { code: named(foreign) })
}

/** Goods of a closed batch are not packed any more. @throws Refusal stage.batchInactive */
export async function assertBatchesOpen(db: Db, tenantId: number, requests: readonly number[]): Promise<void> {
  const closed = await db.maybe(sql`
    select 1 from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    where r.tenant_id = ${tenantId} and r.request_number = any(${[...requests]}) and b.status <> all(${[...batchStates.editable]})
    limit 1`)
  if (closed) throw new Refusal('stage.batchInactive')
}
