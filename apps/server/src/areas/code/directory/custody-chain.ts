import type { Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import type { CodeRange, KnownCode } from './range-facts.ts'

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

/** Where a code went: the request and serial under which the next holder reports about it. */
export interface HeldPlace extends CodePlace {
  since: Date
}

/** No goods change hands more often; it also ends the walk over damaged rows. */
const maxHandovers = 100

/** Follows codes from hand to hand. @returns for each code the holders after it, in order; empty when it was never handed on */
export async function followHandovers(database: Database, places: readonly CodePlace[]): Promise<HeldPlace[][]> {
  const later = places.map((): HeldPlace[] => [])
  if (places.length === 0) return later
  const rows = await database.readAcrossTenants<HeldPlace & { n: number }>(
    'custody',
    sql`
      with recursive hop as (
        select g.n, 0 as depth, g.tenant as tenant_id, g.request, g.serial, null::timestamptz as since
        from unnest(${places.map((_, n) => n)}::int[], ${places.map(({ tenantId }) => tenantId)}::bigint[],
          ${places.map(({ request }) => request)}::int[], ${places.map(({ serial }) => serial)}::int[]) as g (n, tenant, request, serial)
        union all
        select h.n, h.depth + 1, c.receiver_tenant_id, c.received_request, c.received_first + h.serial - lower(c.serials), c.handed_at
        from hop h cross join lateral (
          select * from custody_handover o
          where o.tenant_id = h.tenant_id and o.request_number = h.request and o.serials @> h.serial offset 0) c
        where h.depth < ${maxHandovers})
      select n, tenant_id as "tenantId", request, serial, since from hop where depth > 0 order by n, depth`,
  )
  for (const { n, ...place } of rows) later[n]!.push(place)
  return later
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
 * Checks that the enterprise has not handed these codes on: the holder of the goods answers for them.
 * @param at when the act happened; default now. What an earlier holder did before the handover counts, though it arrives later.
 * @throws Refusal custody.handedOver with the first such code
 */
export async function assertHeld(
  { directory }: Pick<Services, 'directory'>,
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
  at: Date = new Date(),
): Promise<void> {
  const gone = await db.maybe<{ request: number; serial: number; holder: string }>(sql`
    select h.request_number as request, lower(h.serials * g.serials) as serial, o.receiver as holder
    from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ range }) => range)}::int4range[]) as g (request, serials)
    join custody_handover h on h.tenant_id = ${tenantId} and h.request_number = g.request and h.serials && g.serials
    join custody_offer o on o.tenant_id = ${tenantId} and o.id = h.offer_id
    where h.handed_at <= ${at} order by 1, 2 limit 1`)
  if (!gone) return
  const code = (await directory.load([gone.request])).codeAt(gone.request, gone.serial) ?? ''
  throw new Refusal('custody.handedOver', { code, holder: gone.holder })
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
