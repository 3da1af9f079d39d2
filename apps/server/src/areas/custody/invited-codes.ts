/** Rules that invitations of enterprises and of suppliers have in common. */
import type { StageKey } from '@timbermark/contract'
import type { Db } from '../../platform/database/database.ts'
import { identifier, type Sql, sql } from '../../platform/database/sql.ts'
import type { Call } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { codeAt } from '../code/directory/parse-codes.ts'
import { type CodeRange, rangesAsRows } from '../code/directory/range-facts.ts'

/** The last day of an invitation, as `t`, is past. It counts by the UTC day, which is the same for both sides. */
export const isOver = sql`(t.until_on < (now() at time zone 'UTC')::date)`

/** @throws Refusal custody.expiresPast for a last day before the invitation */
export function assertLastDay(untilOn: string, invitedAt: Date): void {
  if (untilOn < invitedAt.toISOString().slice(0, 10))
    throw invalid([{ field: 'untilOn', error: 'custody.expiresPast' }])
}

/** Invitations of one invited party. */
interface Invitations {
  tables: { invitation: string; range: string }
  /** Condition on invitations, as `t`, that this party may still use. */
  open: Sql
  /** Name of the party. */
  name: string
}

/**
 * Checks that nobody is invited twice to one of these stages of the same code.
 * @throws Refusal custody.alreadyInvited with the first such code
 */
export async function assertNotInvited(
  { services, actor, db }: Pick<Call, 'services' | 'actor'> & { db: Db },
  ranges: readonly CodeRange[],
  stages: readonly StageKey[],
  { tables, open, name }: Invitations,
): Promise<void> {
  const taken = await db.maybe<{ request: number; serial: number }>(sql`
    select r.request_number as request, lower(r.serials * g.serials) as serial
    from ${rangesAsRows(ranges)}
    join ${identifier(tables.range)} r on r.tenant_id = ${actor.tenantId} and r.request_number = g.request and r.serials && g.serials
    join ${identifier(tables.invitation)} t on t.tenant_id = ${actor.tenantId} and t.id = r.invitation_id
    where ${open} and not ${isOver} and t.stages && ${[...stages]}::text[]
    order by 1, 2 limit 1`)
  if (!taken) return
  throw new Refusal('custody.alreadyInvited', {
    code: await codeAt(services, taken.request, taken.serial),
    partner: name,
  })
}
