import { document, permissionOf, plot, stageRecord } from '@timbermark/contract'
import { canLookUp } from '../../../entity/tenant-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { currentTenant, type Sql, sql } from '../../../platform/database/sql.ts'
import { filterInvitedRequests, isSupplier } from './supplier-invitations.ts'

/** Whether this is a back-office user who enters reports for others: their data scope limits them, not stage authorizations. */
export const canEnterForOthers = (actor: Actor): boolean =>
  actor.userType === 1 && hasPermission(actor, permissionOf(stageRecord, 'enter'))

/**
 * Filters requests to those whose batches the reporter may report about. Field users have the goods in front of them and may
 * report all; back-office users only batches in their data scope, suppliers what they were invited to.
 */
export async function filterRequestsInScope(db: Db, actor: Actor, requests: readonly number[]): Promise<Set<number>> {
  if (isSupplier(actor)) return filterInvitedRequests(db, actor, requests)
  if (!canEnterForOthers(actor)) return new Set(requests)
  const scope = scopePredicate(actor, permissionOf(stageRecord, 'enter'), {
    alias: 'b',
    dept: 'dept_id',
    owner: 'created_by',
  })
  const rows = await db.query<{ id: number }>(sql`
    select r.id from code_request r join batch b on b.tenant_id = ${actor.tenantId} and b.id = r.batch_id
    where r.tenant_id = ${actor.tenantId} and r.id = any(${[...requests]}) and ${scope}`)
  return new Set(rows.map(row => row.id))
}

/**
 * Documents, as `t`, that the reporter may name. Field users have the document in front of them and type its code, so all
 * are in scope. Back-office users may name only documents that they can look up, because naming a document makes it readable
 * and freezes it. A correction is back-office work and may also keep the documents that the record already relies on.
 * @param corrects id of the corrected record
 */
export function documentsInScope(actor: Actor, corrects?: number): Sql {
  if (corrects !== undefined)
    return sql`(${canLookUp(document, actor)} or exists (
      select from stage_record_paper relied
      where relied.tenant_id = ${currentTenant} and relied.record_id = ${corrects} and relied.document_id = t.id))`
  return canEnterForOthers(actor) ? canLookUp(document, actor) : sql`true`
}

/**
 * Plots, as `t`, that the reporter may name: all for field users, who stand on them; those that they may look up for
 * back-office users; those that they walked themselves for suppliers. A correction may also keep the plot of its record.
 * @param corrects id of the corrected record
 */
export function plotsInScope(actor: Actor, corrects?: number): Sql {
  if (corrects !== undefined)
    return sql`(${canLookUp(plot, actor)} or exists (
      select from stage_record_plot named
      where named.tenant_id = ${currentTenant} and named.record_id = ${corrects} and named.plot_id = t.id))`
  if (isSupplier(actor)) return sql`t.created_by = ${actor.accountId}`
  return canEnterForOthers(actor) ? canLookUp(plot, actor) : sql`true`
}
