import { batchStates } from '@timbermark/contract'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** Code requests, as `r`, in the actor's data scope for a permission; their codes are in scope too. */
export function requestScope(actor: Actor, permission: string): Sql {
  return scopePredicate(actor, permission, { alias: 'r', dept: 'dept_id', owner: 'created_by' })
}

/**
 * Checks that all these requests, by number, are in scope.
 * @param codeOf the code by which the refusal names a request
 * @throws Refusal stage.foreignCode, the same as for a code that does not exist
 */
export async function assertRequestsInScope(
  db: Db,
  actor: Actor,
  permission: string,
  requests: readonly number[],
  codeOf: (request: number) => string | Promise<string>,
): Promise<void> {
  const rows = await db.query<{ request: number }>(sql`
    select r.request_number as request from code_request r
    where r.tenant_id = ${actor.tenantId} and r.request_number = any(${[...requests]}) and ${requestScope(actor, permission)}`)
  const inScope = new Set(rows.map(({ request }) => request))
  const outOfScope = requests.find(request => !inScope.has(request))
  if (outOfScope !== undefined) throw new Refusal('stage.foreignCode', { code: await codeOf(outOfScope) })
}

/** Rejects codes of closed batches. @throws Refusal stage.batchInactive */
export async function assertBatchesOpen(db: Db, tenantId: number, requests: readonly number[]): Promise<void> {
  const closed = await db.maybe(sql`
    select 1 from code_request r join batch b on b.tenant_id = ${tenantId} and b.id = r.batch_id
    where r.tenant_id = ${tenantId} and r.request_number = any(${[...requests]}) and b.status <> all(${[...batchStates.editable]})
    limit 1`)
  if (closed) throw new Refusal('stage.batchInactive')
}
