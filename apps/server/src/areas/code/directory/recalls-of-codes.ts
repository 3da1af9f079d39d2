import type { RecallReports, Texts } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { earlierParts, receivedRanges } from './custody-chain.ts'
import { type CodeRange, rangesAsRows, rowsInRanges } from './range-facts.ts'

/** A recall of a code or of its batch. */
export interface RecallRow {
  id: number
  of: 'batch' | 'codes'
  status: 'standing' | 'lifted'
  reason: string
  reasonTexts: Texts
  advice: string
  adviceTexts: Texts
  contact: string
  contactTexts: Texts
  since: Date
  liftedAt: Date | null
  liftReason: string | null
  liftReasonTexts: Texts
}

interface CodeInBatch {
  batchId: number
  requestNumber: number
  serial: number
}

/** Loads every recall of a code, newest first. */
export function loadRecalls(db: Db, tenantId: number, code: CodeInBatch): Promise<RecallRow[]> {
  return db.query<RecallRow>(recallQuery(tenantId, code))
}

export const recallQuery = (tenantId: number, { batchId, requestNumber, serial }: CodeInBatch): Sql => sql`
    select r.id, case when r.batch_id is null then 'codes' else 'batch' end as of, r.status,
      r.reason, r.reason_texts as "reasonTexts", r.advice, r.advice_texts as "adviceTexts", r.contact, r.contact_texts as "contactTexts",
      r.recalled_at as since, r.lifted_at as "liftedAt", r.lift_reason as "liftReason", r.lift_reason_texts as "liftReasonTexts"
    from recall r
    where r.tenant_id = ${tenantId} and (r.batch_id = ${batchId} or r.id in (
      select c.recall_id from recalled_code c
      where c.tenant_id = ${tenantId} and c.request_number = ${requestNumber} and c.first_serial <= ${serial} and upper(c.serials) > ${serial}))
    order by r.recalled_at desc, r.id desc`

/** An active recall of reported goods. */
export interface ActiveRecall {
  reason: string
  reasonTexts: Texts
  reports: RecallReports
  /** The first of the given codes that it covers; null for a recall of the whole batch. */
  first: { request: number; serial: number } | null
}

/**
 * Loads the active recalls of a batch or of any of these codes, by the enterprise itself or by an earlier holder of the goods; those
 * that forbid reports first.
 */
export async function loadActiveRecalls(
  services: Pick<Services, 'database' | 'directory'>,
  db: Db,
  tenantId: number,
  batchId: number,
  ranges: readonly CodeRange[],
): Promise<ActiveRecall[]> {
  const recalls = await db.query<ActiveRecall>(sql`
    select r.reason, r.reason_texts as "reasonTexts", r.reports, hit.first
    from recall r
    left join lateral (
      select json_build_object('request', c.request_number, 'serial', lower(c.serials * g.serials)) as first
      from ${rangesAsRows(ranges)} cross join ${rowsInRanges('recalled_code', tenantId)} c
      where c.recall_id = r.id
      order by c.request_number, c.first_serial limit 1) hit on r.batch_id is null
    where r.tenant_id = ${tenantId} and r.status = 'standing' and (r.batch_id = ${batchId} or hit.first is not null)
    order by r.reports desc, r.recalled_at, r.id`)
  const earlier = await loadRecallsBefore(services, tenantId, ranges)
  return [...recalls, ...earlier].sort((a, b) => Number(b.reports === 'refuse') - Number(a.reports === 'refuse'))
}

/** Active recalls by earlier holders of received codes; nothing is read where none was received. */
async function loadRecallsBefore(
  services: Pick<Services, 'database' | 'directory'>,
  tenantId: number,
  ranges: readonly CodeRange[],
): Promise<ActiveRecall[]> {
  const received = await receivedRanges(services, ranges)
  if (received.length === 0) return []
  return services.database.readAcrossTenants<ActiveRecall>(
    'custody',
    sql`
      with ${earlierParts(tenantId, received)}
      select distinct on (r.tenant_id, r.id) r.reason, r.reason_texts as "reasonTexts", r.reports,
        json_build_object('request', p.own, 'serial', greatest(p.first, coalesce(lower(c.serials), p.first)) + p.shift) as first
      from part p join code_request q on q.tenant_id = p.tenant_id and q.request_number = p.request
      join recall r on r.tenant_id = p.tenant_id and r.status = 'standing'
      left join recalled_code c on c.tenant_id = r.tenant_id and c.recall_id = r.id and c.current and c.request_number = p.request
        and c.serials && int4range(p.first, p.beyond)
      where p.depth > 0 and (r.batch_id = q.batch_id or c.recall_id is not null)
      order by r.tenant_id, r.id, p.own, p.first`,
  )
}
