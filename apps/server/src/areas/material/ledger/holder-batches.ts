import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** The batch of the enterprise that invited a partner to report about its codes. */
export interface HolderBatch {
  tenantId: number
  batchId: number
  /** The partner, as the holder calls it. */
  partner: string
}

/**
 * Finds the batches of holders that records of a partner are about.
 * @returns by record; records about codes of its own are absent
 */
export async function findHolderBatches(
  db: Db,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Map<number, HolderBatch>> {
  const codes = await db.query<{ recordId: number; request: number }>(sql`
    select distinct c.record_id as "recordId", c.request_number as request
    from stage_record_code c join code_request q on q.tenant_id = ${tenantId} and q.request_number = c.request_number
    where c.tenant_id = ${tenantId} and c.record_id = any(${[...recordIds]}) and q.origin = 'invited'`)
  if (codes.length === 0) return new Map()
  // The codes of one request are of one batch of one holder.
  const holders = await db.database.readAcrossTenants<HolderBatch & { request: number }>(
    'custody',
    sql`
      select distinct on (h.received_request) h.received_request as request, h.tenant_id as "tenantId", q.batch_id as "batchId", v.partner
      from custody_handover h
      join code_request q on q.tenant_id = h.tenant_id and q.request_number = h.request_number
      join custody_invitation v on v.tenant_id = h.tenant_id and v.id = h.invitation_id
      where h.receiver_tenant_id = ${tenantId} and h.received_request = any(${codes.map(({ request }) => request)})
      order by h.received_request, h.tenant_id, h.id`,
  )
  const byRequest = new Map(holders.map(({ request, ...holder }) => [request, holder]))
  return new Map(
    codes.flatMap(({ recordId, request }) => {
      const holder = byRequest.get(request)
      return holder ? [[recordId, holder] as const] : []
    }),
  )
}
