import type { LabelReason, LabelState } from '@timbermark/contract'
import type { TraceLabel } from '@timbermark/contract/trace'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/** The stored state of one label; no row for a label that was only made. Moments are parsed from JSON. */
export interface LabelRow {
  state: LabelState
  since: string
  reason: LabelReason | null
}

export const currentLabelQuery = (code: { tenantId: number; requestNumber: number; serial: number }): Sql => sql`
  select s.state, s.since, a.reason
  from label_state s left join label_act a on a.tenant_id = ${code.tenantId} and a.id = s.act_id
  where s.tenant_id = ${code.tenantId} and s.request_number = ${code.requestNumber} and s.serials @> ${code.serial}::int`

/** What anyone is told of a label: whether it was delivered already concerns the enterprise alone. */
export function toTraceLabel(row: LabelRow | undefined): TraceLabel {
  if (!row || row.state === 'made' || row.state === 'delivered') return { state: 'notInUse', since: null, reason: null }
  return { state: row.state, since: new Date(row.since).toISOString(), reason: row.reason }
}
