import type { RecallReports, Texts } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { CodeRange } from './range-facts.ts'

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

/** Loads the active recalls of a batch or of any of these codes; those that forbid reports first. */
export function loadActiveRecalls(
  db: Db,
  tenantId: number,
  batchId: number,
  ranges: readonly CodeRange[],
): Promise<ActiveRecall[]> {
  return db.query<ActiveRecall>(sql`
    select r.reason, r.reason_texts as "reasonTexts", r.reports, hit.first
    from recall r
    left join lateral (
      select json_build_object('request', c.request_number, 'serial', lower(c.serials * g.serials)) as first
      from recalled_code c
      join unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ range }) => range)}::int4range[]) as g (request, serials)
        on c.request_number = g.request and c.serials && g.serials
      where c.tenant_id = ${tenantId} and c.recall_id = r.id and c.current
      order by c.request_number, c.first_serial limit 1) hit on r.batch_id is null
    where r.tenant_id = ${tenantId} and r.status = 'standing' and (r.batch_id = ${batchId} or hit.first is not null)
    order by r.reports desc, r.recalled_at, r.id`)
}
