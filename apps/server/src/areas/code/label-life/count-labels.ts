import type { LabelCounts } from '@timbermark/contract/calls'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { requestScope } from '../directory/codes-in-scope.ts'

/** Counts the labels of a request by state, from ranges. @throws Refusal notFound */
export async function countLabels(db: Db, actor: Actor, requestId: number): Promise<LabelCounts> {
  const { tenantId } = actor
  const request = await db.maybe<{ number: number; count: number }>(sql`
    select r.request_number as number, r.count from code_request r
    where r.tenant_id = ${tenantId} and r.id = ${requestId}
      and (${requestScope(actor, 'code:label:list')} or ${requestScope(actor, 'code:qr:list')})`)
  if (!request) throw new Refusal('notFound')
  const { scanned, ...counts } = await db.one<Omit<LabelCounts, 'made' | 'scannedUnused'> & { scanned: number }>(sql`
    with scanned as (
      select coalesce(u.state, 'made') as state from code_stat a
      left join label_state u on u.tenant_id = ${tenantId} and u.request_number = ${request.number} and u.serials @> a.serial
      where a.tenant_id = ${tenantId} and a.request_number = ${request.number} and a.scans > 0)
    select coalesce(sum(size) filter (where state = 'delivered'), 0)::int as delivered,
      coalesce(sum(size) filter (where state = 'inUse'), 0)::int as "inUse",
      coalesce(sum(size) filter (where state = 'spoiled'), 0)::int as spoiled,
      coalesce(sum(size) filter (where state = 'lost'), 0)::int as lost,
      (select count(*)::int from scanned where state <> 'inUse') as scanned,
      (select count(*)::int from scanned where state in ('spoiled', 'lost')) as "scannedGone"
    from (
      select state, upper(serials) - lower(serials) as size from label_state
      where tenant_id = ${tenantId} and request_number = ${request.number}) s`)
  const moved = counts.delivered + counts.inUse + counts.spoiled + counts.lost
  return { ...counts, made: request.count - moved, scannedUnused: scanned }
}
