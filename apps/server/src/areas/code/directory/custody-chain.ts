import { batchStates, type ErrorKey, type Language, type StageKey } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import type { Actor } from '../../../platform/actor.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { type CodeRange, type KnownCode, rangesAsRows, rowsInRanges } from './range-facts.ts'

/** A code as one enterprise knows it: by a request of its own and a serial. */
export interface CodePlace {
  tenantId: number
  request: number
  serial: number
}

/** The place of an opened code. */
export const placeOf = ({ entry, serial }: KnownCode): CodePlace => ({
  tenantId: entry.tenantId,
  request: entry.requestNumber,
  serial,
})

/** Where a code went: the request and serial under which the next holder, or an invited partner, reports about it. */
export interface HeldPlace extends CodePlace {
  since: Date
}

/** A place to which codes were followed. */
export interface FollowedPlace extends HeldPlace {
  /** How many hands away. */
  depth: number
  /** Stages to which its enterprise was only invited; null for a holder. */
  invitedTo: StageKey[] | null
}

/**
 * Which of the places of an enterprise a code in the hand means: where it came last. Who was invited more than once by one holder means
 * the newest invitation to the stage.
 */
export function choosePlace<Place extends FollowedPlace>(
  places: readonly Place[],
  stage?: StageKey,
): Place | undefined {
  const last = places.at(-1)
  if (!stage || !last?.invitedTo) return last
  return places.findLast(({ depth, invitedTo }) => depth === last.depth && invitedTo?.includes(stage)) ?? last
}

/** Where a partner reports about a code that stays with its holder. */
export interface PartnerPlace extends HeldPlace {
  stages: StageKey[]
}

/** No goods change hands more often; it also ends the walk over damaged rows. */
const maxHandovers = 100

/**
 * Follows codes from hand to hand.
 * @param partner an enterprise whose invitations are followed too; each ends there
 * @returns for each code the holders after it, in order; empty when it was never handed on
 */
export async function followHandovers(
  database: Database,
  places: readonly CodePlace[],
  partner: number | null = null,
): Promise<FollowedPlace[][]> {
  const later = places.map((): FollowedPlace[] => [])
  if (places.length === 0) return later
  const rows = await database.readAcrossTenants<FollowedPlace & { n: number }>(
    'custody',
    sql`
      with recursive hop as (
        select g.n, 0 as depth, g.tenant as tenant_id, g.request, g.serial, null::timestamptz as since, null::text[] as stages
        from unnest(${places.map((_, n) => n)}::int[], ${places.map(({ tenantId }) => tenantId)}::bigint[],
          ${places.map(({ request }) => request)}::int[], ${places.map(({ serial }) => serial)}::int[]) as g (n, tenant, request, serial)
        union all
        select h.n, h.depth + 1, c.receiver_tenant_id, c.received_request, c.received_first + h.serial - lower(c.serials), c.handed_at, c.stages
        from hop h cross join lateral (
          -- Each half has an index of its own.
          select * from custody_handover o
          where o.tenant_id = h.tenant_id and o.request_number = h.request and o.serials @> h.serial and o.stages is null
          union all
          select * from custody_handover o
          where o.tenant_id = h.tenant_id and o.request_number = h.request and o.serials @> h.serial and o.stages is not null
            and o.receiver_tenant_id = ${partner}::bigint) c
        where h.depth < ${maxHandovers})
      select n, tenant_id as "tenantId", request, serial, since, depth, stages as "invitedTo" from hop where depth > 0 order by n, depth, since`,
  )
  for (const { n, ...place } of rows) later[n]!.push(place)
  return later
}

/** The partners that were invited to report about codes. @returns for each place its partners, in the order of their invitations */
export async function findPartners(database: Database, places: readonly CodePlace[]): Promise<PartnerPlace[][]> {
  const partners = places.map((): PartnerPlace[] => [])
  const rows = await database.readAcrossTenants<PartnerPlace & { n: number }>(
    'custody',
    sql`
      select g.n, h.receiver_tenant_id as "tenantId", h.received_request as request,
        h.received_first + g.serial - lower(h.serials) as serial, h.handed_at as since, h.stages
      from unnest(${places.map((_, n) => n)}::int[], ${places.map(({ tenantId }) => tenantId)}::bigint[],
        ${places.map(({ request }) => request)}::int[], ${places.map(({ serial }) => serial)}::int[]) as g (n, tenant, request, serial)
      join custody_handover h on h.tenant_id = g.tenant and h.request_number = g.request and h.serials @> g.serial
      where h.stages is not null order by g.n, h.id`,
  )
  for (const { n, ...place } of rows) partners[n]!.push(place)
  return partners
}

/** Follows received codes back to the codes that are printed on the goods. @returns for each serial its place at the first holder */
export async function findFirstPlaces(
  database: Database,
  { tenantId, request }: Pick<CodePlace, 'tenantId' | 'request'>,
  serials: readonly number[],
): Promise<Map<number, CodePlace>> {
  if (serials.length === 0) return new Map()
  const rows = await database.readAcrossTenants<CodePlace & { received: number }>(
    'custody',
    sql`
      with recursive hop as (
        select g.serial as received, 0 as depth, ${tenantId}::bigint as tenant_id, ${request}::int as request, g.serial
        from unnest(${[...serials]}::int[]) as g (serial)
        union all
        select h.received, h.depth + 1, c.tenant_id, c.request_number, lower(c.serials) + h.serial - c.received_first
        from hop h cross join lateral (
          select * from custody_handover o
          where o.receiver_tenant_id = h.tenant_id and o.received_request = h.request and o.received_first <= h.serial
          order by o.received_first desc limit 1) c
        where h.depth < ${maxHandovers} and h.serial < c.received_first + upper(c.serials) - lower(c.serials))
      select distinct on (received) received, tenant_id as "tenantId", request, serial from hop
      where depth > 0 order by received, depth desc`,
  )
  return new Map(rows.map(({ received, ...place }) => [received, place]))
}

/**
 * The received ones of these codes at each earlier holder, as a common table `part`: `own` is the request of the enterprise; a serial
 * in `[first, beyond)` of `tenant_id` and `request` plus `shift` is the serial there. `depth` 0 are the codes themselves.
 */
export const earlierParts = (tenantId: number, ranges: readonly CodeRange[]): Sql => sql`
  recursive part as (
    select g.request as own, 0 as shift, 0 as depth, ${tenantId}::bigint as tenant_id, g.request, g.first, g.beyond
    from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ from }) => from)}::int[],
      ${ranges.map(({ to }) => to)}::int[]) as g (request, first, beyond)
    union all
    select p.own, p.shift + h.received_first - lower(h.serials), p.depth + 1, h.tenant_id, h.request_number,
      greatest(p.first, h.received_first) - h.received_first + lower(h.serials),
      least(p.beyond, h.received_first + upper(h.serials) - lower(h.serials)) - h.received_first + lower(h.serials)
    from part p join custody_handover h on h.receiver_tenant_id = p.tenant_id and h.received_request = p.request
      and h.received_first < p.beyond and h.received_first + upper(h.serials) - lower(h.serials) > p.first
    where p.depth < ${maxHandovers})`

/** Those of these ranges whose codes were received from another enterprise. */
export async function receivedRanges(
  { directory }: Pick<Services, 'directory'>,
  ranges: readonly CodeRange[],
): Promise<CodeRange[]> {
  const requests = await directory.load(ranges.map(({ request }) => request))
  return ranges.filter(({ request }) => requests.get(request)?.received)
}

/** What is done with codes. */
export interface Act {
  /** When it happened; default now. What an earlier holder did before the handover counts, though it arrives later. */
  at?: Date | undefined
  /** The stage of a report, which an invited partner may make. Everything else is the holder's. */
  stage?: StageKey | undefined
}

/**
 * Checks that the enterprise may act on these codes: it holds them, or was invited to report the stage. The holder of the goods
 * answers for them.
 * @throws Refusal custody.handedOver, custody.invitedOnly, custody.stageNotInvited, custody.invitationEnded with the first such code,
 *   and as `assertInvited`
 */
export async function assertMayAct(
  services: Pick<Services, 'database' | 'directory'>,
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
  act: Act = {},
): Promise<void> {
  await assertHeld(services, db, tenantId, ranges, act.at)
  if (!act.stage) return assertNotPartner(services, ranges)
  const requests = await services.directory.load(ranges.map(({ request }) => request))
  const invited = ranges.filter(({ request }) => requests.get(request)?.invited)
  if (invited.length > 0) await assertInvited(services, tenantId, invited, { at: act.at, stage: act.stage })
}

/** @throws Refusal custody.invitedOnly with the first code that the enterprise was only invited to report about */
export async function assertNotPartner(
  { directory }: Pick<Services, 'directory'>,
  ranges: readonly CodeRange[],
): Promise<void> {
  const requests = await directory.load(ranges.map(({ request }) => request))
  const first = ranges.find(({ request }) => requests.get(request)?.invited)
  if (first) throw new Refusal('custody.invitedOnly', { code: requests.codeAt(first.request, first.from) ?? '' })
}

/** Refusals that do not depend on when something happened. */
const lasting: ReadonlySet<string> = new Set<ErrorKey>([
  'custody.stageNotInvited',
  'code.labelSpoiled',
  'code.labelLost',
  'stage.batchInactive',
])

/**
 * Why an invited partner may never report a stage of these codes; undefined when it may, or before a stage is chosen. What only the
 * time of the report decides is not asked here.
 */
export async function findBar(
  {
    services,
    db,
    actor,
  }: { services: Pick<Services, 'database' | 'directory'>; db: Db; actor: Pick<Actor, 'tenantId'> },
  ranges: readonly CodeRange[],
  stage: StageKey | undefined,
): Promise<Refusal | undefined> {
  if (!stage) return undefined
  try {
    await assertMayAct(services, db, actor.tenantId, ranges, { stage })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return lasting.has(error.key) ? error : undefined
  }
}

/** @throws Refusal custody.handedOver with the first code that the enterprise has handed on */
export async function assertHeld(
  { directory }: Pick<Services, 'directory'>,
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
  at: Date = new Date(),
): Promise<void> {
  const gone = await db.maybe<{ request: number; serial: number; holder: string }>(sql`
    select h.request_number as request, lower(h.serials * g.serials) as serial, o.receiver as holder
    from ${rangesAsRows(ranges)} cross join ${rowsInRanges('custody_handover', tenantId)} h
    join custody_offer o on o.tenant_id = ${tenantId} and o.id = h.offer_id
    where h.handed_at <= ${at} order by 1, 2 limit 1`)
  if (!gone) return
  const code = (await directory.load([gone.request])).codeAt(gone.request, gone.serial) ?? ''
  throw new Refusal('custody.handedOver', { code, holder: gone.holder })
}

/**
 * Checks the invitations to report about these codes. The last day counts by when something happened, so that an offline phone
 * may send it later; a revocation counts at once. An invitation ends with the custody of who gave it. What forbids the holder to
 * report forbids it to the partner: a label that is gone, a batch that is closed.
 * @throws Refusal custody.stageNotInvited, custody.invitationEnded, custody.handedOver, code.labelSpoiled, code.labelLost,
 *   stage.batchInactive
 */
async function assertInvited(
  { database, directory }: Pick<Services, 'database' | 'directory'>,
  tenantId: number,
  ranges: readonly CodeRange[],
  { at = new Date(), stage }: Act & { stage: StageKey },
): Promise<void> {
  const [bad] = await database.readAcrossTenants<{
    request: number
    serial: number
    holder: string
    isNamed: boolean
    closed: boolean
    next: string | null
    label: 'spoiled' | 'lost' | null
  }>(
    'custody',
    sql`
      select g.request, coalesce(gone_label.first - lower(h.serials) + h.received_first, greatest(g.first, h.received_first)) as serial, i.holder,
        ${stage} = any(h.stages) as "isNamed", e.closed, gone.receiver as next, gone_label.state as label
      from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ from }) => from)}::int[],
        ${ranges.map(({ to }) => to)}::int[]) as g (request, first, beyond)
      join custody_handover h on h.receiver_tenant_id = ${tenantId} and h.received_request = g.request and h.received_first < g.beyond
        and h.received_first + upper(h.serials) - lower(h.serials) > g.first
      join custody_invitation i on i.tenant_id = h.tenant_id and i.id = h.invitation_id
      left join lateral (
        select o.receiver from custody_handover n join custody_offer o on o.tenant_id = n.tenant_id and o.id = n.offer_id
        where n.tenant_id = h.tenant_id and n.request_number = h.request_number and n.stages is null and n.handed_at <= ${at}
          and n.serials && int4range(greatest(g.first, h.received_first) - h.received_first + lower(h.serials),
            least(g.beyond - h.received_first + lower(h.serials), upper(h.serials)))
        limit 1) gone on true
      left join lateral (
        select s.state, greatest(lower(s.serials), lower(v.serials)) as first
        from (select int4range(greatest(g.first, h.received_first) - h.received_first + lower(h.serials),
          least(g.beyond - h.received_first + lower(h.serials), upper(h.serials))) as serials) v
        join label_state s on s.tenant_id = h.tenant_id and s.request_number = h.request_number and s.serials && v.serials
        where s.state in ('spoiled', 'lost') order by 2 limit 1) gone_label on true
      join code_request q on q.tenant_id = h.tenant_id and q.request_number = h.request_number
      cross join lateral (
        select b.status <> all(${[...batchStates.editable]}) as closed from batch b
        where b.tenant_id = h.tenant_id and b.id = q.batch_id) e
      where not ${stage} = any(h.stages) or e.closed or i.status <> 'accepted'
        or (${at}::timestamptz at time zone 'UTC')::date > i.until_on or gone.receiver is not null or gone_label.state is not null
      order by 1, 2 limit 1`,
  )
  if (!bad) return
  const code = (await directory.load([bad.request])).codeAt(bad.request, bad.serial) ?? ''
  // What does not depend on the time comes first: it is all that a scan before the report tells (`findBar`).
  if (!bad.isNamed) throw new Refusal('custody.stageNotInvited', { code, holder: bad.holder })
  if (bad.label) throw new Refusal(bad.label === 'lost' ? 'code.labelLost' : 'code.labelSpoiled', { code })
  if (bad.closed) throw new Refusal('stage.batchInactive')
  if (bad.next !== null) throw new Refusal('custody.handedOver', { code, holder: bad.next })
  throw new Refusal('custody.invitationEnded', { code, holder: bad.holder })
}

/** For each of these codes of other enterprises a sentence that says who holds it now; a code in the hand is enough to learn that. */
export async function describeHolders(
  { database, directory }: Pick<Services, 'database' | 'directory'>,
  language: Language,
  places: readonly CodePlace[],
): Promise<string[]> {
  const later = await followHandovers(database, places)
  const holders = places.map((place, n) => later[n]!.at(-1) ?? place)
  const requests = await directory.load(holders.map(({ request }) => request))
  return holders.map(({ request }) =>
    phrase(language, 'custody.holder', { holder: requests.get(request)?.enterpriseName ?? '' }),
  )
}
