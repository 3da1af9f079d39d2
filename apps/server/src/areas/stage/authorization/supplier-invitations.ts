import { lateReportDays, type StageKey, stageKeys, supplierUserType } from '@timbermark/contract'
import { subtractRanges } from '@timbermark/codes'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { allOf, type Sql, sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { codeAt } from '../../code/directory/parse-codes.ts'
import { type CodeRange, codeRange, rangesAsRows } from '../../code/directory/range-facts.ts'

/** Whether invitations decide what somebody may report, whatever their roles and authorizations say. */
export const isSupplier = (actor: Pick<Actor, 'userType'>): boolean => actor.userType === supplierUserType

/** Invitations of this supplier, as `t`. */
const toSupplier = (actor: Actor): Sql => sql`t.tenant_id = ${actor.tenantId} and t.account_id = ${actor.accountId}`

/** What happened up to the last day can be reported for some days more, as by a phone that had no network. */
const isNearEnd = sql`t.status = 'current' and t.until_on >= (now() at time zone 'UTC')::date - ${lateReportDays}::integer`

/** Condition on invitations, as `t`, that the supplier sees on its phone. */
export const seenBySupplier = (actor: Actor): Sql => allOf([toSupplier(actor), isNearEnd])

/** Loads the stages that a supplier is invited to report. */
export async function loadInvitedStages(db: Db, actor: Actor): Promise<StageKey[]> {
  const rows = await db.query<{ stage: StageKey }>(sql`
    select distinct s.stage from supplier_invitation t cross join unnest(t.stages) s (stage) where ${seenBySupplier(actor)}`)
  return stageKeys.filter(key => rows.some(({ stage }) => stage === key))
}

/** Whether a supplier was ever invited to a stage. What became of the invitation is asked for each code. */
export async function wasInvitedToStage(db: Db, actor: Actor, stage: string): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1 from supplier_invitation t where ${toSupplier(actor)} and ${stage} = any(t.stages) limit 1`)
  return row !== undefined
}

/** Those of these requests (ids) of which a supplier was ever invited to report about a code. */
export async function filterInvitedRequests(db: Db, actor: Actor, requests: readonly number[]): Promise<Set<number>> {
  if (requests.length === 0) return new Set()
  const rows = await db.query<{ id: number }>(sql`
    select distinct q.id from supplier_invitation t
    join supplier_invitation_range r on r.tenant_id = ${actor.tenantId} and r.invitation_id = t.id
    join code_request q on q.tenant_id = ${actor.tenantId} and q.request_number = r.request_number
    where ${toSupplier(actor)} and q.id = any(${[...requests]})`)
  return new Set(rows.map(({ id }) => id))
}

/** What is reported of codes. */
interface Act {
  /** Left out before a stage is chosen. */
  stage?: StageKey | undefined
  /** When it happened; left out where the last day is not asked yet. */
  at?: Date | undefined
}

interface InvitedRange {
  request: number
  from: number
  to: number
  named: boolean
  revoked: boolean
  over: boolean
}

/**
 * Why a supplier may not report these codes; undefined when invitations in force cover all of them. The last day counts by when
 * something happened, so that an offline phone may send it later; a revocation counts at once.
 * @returns custody.notInvited, custody.stageNotInvited or custody.invitationEnded with the first such code
 */
export async function findSupplierBar(
  { services, db, actor }: { services: Services; db: Db; actor: Actor },
  ranges: readonly CodeRange[],
  { stage, at }: Act,
): Promise<Refusal | undefined> {
  const invited = await db.query<InvitedRange>(sql`
    select r.request_number as request, lower(r.serials) as "from", upper(r.serials) as "to",
      ${stage ? sql`${stage} = any(t.stages)` : sql`true`} as named, t.status = 'revoked' as revoked,
      ${at ? sql`(${at}::timestamptz at time zone 'UTC')::date > t.until_on` : sql`false`} as over
    from ${rangesAsRows(ranges)}
    join supplier_invitation_range r on r.tenant_id = ${actor.tenantId} and r.request_number = g.request and r.serials && g.serials
    join supplier_invitation t on t.tenant_id = ${actor.tenantId} and t.id = r.invitation_id
    where ${toSupplier(actor)}`)
  const inForce = invited.filter(({ named, revoked, over }) => named && !revoked && !over)
  const [first] = ranges.flatMap(range =>
    subtractRanges(
      [range],
      inForce.filter(({ request }) => request === range.request),
    ).map(rest => codeRange(range.request, rest)),
  )
  if (!first) return undefined
  const known = invited.filter(
    ({ request, from, to }) => request === first.request && from <= first.from && first.from < to,
  )
  const params = { code: await codeAt(services, first.request, first.from), holder: actor.tenantName }
  if (known.length === 0) return new Refusal('custody.notInvited', params)
  const ended = known.some(({ named }) => named) || known.every(({ revoked, over }) => revoked || over)
  return new Refusal(ended ? 'custody.invitationEnded' : 'custody.stageNotInvited', params)
}

/** Checks the codes of a report of a supplier; everybody else passes. @throws Refusal as `findSupplierBar` */
export async function assertSupplierInvited(
  scene: { services: Services; db: Db; actor: Actor },
  ranges: readonly CodeRange[],
  act: Required<Act>,
): Promise<void> {
  const bar = isSupplier(scene.actor) ? await findSupplierBar(scene, ranges, act) : undefined
  if (bar) throw bar
}
