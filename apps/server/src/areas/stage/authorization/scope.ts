import { document, permissionOf, stageRecord } from '@timbermark/contract'
import { canLookUp } from '../../../entity/references.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/** People of the back office: what they enter is bounded by their data scope, not by authorizations for stages. */
export const entersForOthers = (actor: Actor): boolean =>
  actor.userType === 1 && hasPermission(actor, permissionOf(stageRecord, 'enter'))

/**
 * Those of these requests whose batch the reporter may report about. Whoever stands in front of the goods has them in his
 * hand; at a desk it is the batches of one's data scope.
 */
export async function requestsInReach(db: Db, actor: Actor, requests: readonly number[]): Promise<Set<number>> {
  if (!entersForOthers(actor)) return new Set(requests)
  const reach = scopePredicate(actor, permissionOf(stageRecord, 'enter'), {
    alias: 'b',
    dept: 'dept_id',
    owner: 'created_by',
  })
  const rows = await db.query<{ id: number }>(sql`
    select r.id from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    where r.tenant_id = ${actor.tenantId} and r.id = any(${[...requests]}) and ${reach}`)
  return new Set(rows.map(row => row.id))
}

/**
 * Certificates and forms, as `t`, that the reporter may name. Whoever stands in front of the goods has the paper in his hand
 * and types its code; at a desk it is what one could look up, for naming a paper opens and freezes it. A correction is made
 * at a desk, by whomever, and may go on naming what the record relied on already.
 * @param corrects the record that is corrected
 */
export function papersInReach(actor: Actor, corrects?: number): Sql {
  if (corrects !== undefined)
    return sql`(${canLookUp(document, actor)} or exists (
      select from stage_record_paper relied
      where relied.tenant_id = t.tenant_id and relied.record_id = ${corrects} and relied.document_id = t.id))`
  return entersForOthers(actor) ? canLookUp(document, actor) : sql`true`
}
