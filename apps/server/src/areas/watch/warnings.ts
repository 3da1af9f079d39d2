import type { CaseKind } from '@timbermark/contract'
import type { TraceWarning } from '@timbermark/contract/trace'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { configValue } from '../parameter/config-values.ts'
import type { MetCode } from './read-met.ts'

type Reason = Extract<TraceWarning, { kind: 'clone' }>['reason']

/** What a reader of the public page is told of a case. */
const reasons: Record<CaseKind, Reason> = {
  speed: 'impossibleSpeed',
  places: 'manyPlaces',
  early: 'beforePort',
  sold: 'afterSale',
  rechecked: 'checkedElsewhere',
  crossSale: 'channel',
}

/**
 * What a code's reader is told: cases that rest on this very code, that nobody has dismissed, and to which something was added
 * within `sys.watch.warnDays`. So a warning ends by itself when nothing follows.
 */
export async function warningsOf(db: Db, { tenantId, requestNumber, serial }: MetCode): Promise<TraceWarning[]> {
  const rows = await db.query<{ kind: CaseKind }>(sql`
    select distinct k.kind from case_visit v join channel_case k on k.tenant_id = v.tenant_id and k.id = v.case_id
    where v.tenant_id = ${tenantId} and v.request_number = ${requestNumber} and v.serial = ${serial} and k.status <> 'dismissed'
      and v.at > now() - make_interval(days => ${Number((await configValue(db, 'sys.watch.warnDays')) ?? 30)}::int)
    order by k.kind`)
  return rows.map(({ kind }) => ({ kind: 'clone', reason: reasons[kind] }))
}
