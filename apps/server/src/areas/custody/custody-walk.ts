import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { earlierParts } from '../code/directory/custody-chain.ts'
import type { CodeRange } from '../code/directory/range-facts.ts'

/** Consecutive serials of a request of one enterprise. */
export interface Part {
  tenantId: number
  request: number
  from: number
  to: number
}

/** A part of the goods at one company. */
export interface Stay extends Part {
  /** When it came there; null at the first holder. */
  since: Date | null
  /** The company was invited to report about it; the goods stayed with their holder. */
  isPartner: boolean
  /** Where it came from, and its first serial there. */
  parent: { stay: Stay; from: number } | null
  /** What the holder has handed on of it. */
  handedOn: Stay[]
  /** What partners were invited to report about. */
  invited: Stay[]
}

/** The public page follows goods through so many hands. */
const maxHands = 20
/** Most parts that are followed at once; further ones are left out. */
const maxParts = 20_000

/** Follows codes of an enterprise back to what is printed on the goods. The codes themselves where they are printed. */
async function loadOrigins(db: Db, tenantId: number, ranges: readonly CodeRange[]): Promise<Part[]> {
  return db.query<Part>(sql`
    with ${earlierParts(tenantId, ranges)}
    select p.tenant_id as "tenantId", p.request, p.first as "from", p.beyond as "to" from part p
    where not exists (select from custody_handover h where h.receiver_tenant_id = p.tenant_id and h.received_request = p.request)
    order by 1, 2, 3`)
}

type NextPart = Part & { n: number; parentFrom: number; since: Date; isPartner: boolean }

/** What was handed on of these parts, and what partners were invited to. Each half has an index of its own. */
async function loadNext(db: Db, stays: readonly Stay[], limit: number): Promise<NextPart[]> {
  const half = (stages: ReturnType<typeof sql>, isPartner: boolean) => sql`
    select g.n, c.receiver_tenant_id as "tenantId", c.received_request as request, greatest(lower(c.serials), g.first) as "parentFrom",
      greatest(lower(c.serials), g.first) - lower(c.serials) + c.received_first as "from",
      least(upper(c.serials), g.beyond) - lower(c.serials) + c.received_first as "to", c.handed_at as since, ${isPartner}::boolean as "isPartner"
    from part g join custody_handover c on c.tenant_id = g.tenant and c.request_number = g.request
      and c.serials && int4range(g.first, g.beyond) and ${stages}`
  return db.query<NextPart>(sql`
    with part as (
      select * from unnest(${stays.map((_, n) => n)}::int[], ${stays.map(({ tenantId }) => tenantId)}::bigint[],
        ${stays.map(({ request }) => request)}::int[], ${stays.map(({ from }) => from)}::int[],
        ${stays.map(({ to }) => to)}::int[]) as g (n, tenant, request, first, beyond))
    ${half(sql`c.stages is null`, false)} union all ${half(sql`c.stages is not null`, true)}
    order by since, n, "parentFrom" limit ${limit}`)
}

/**
 * Follows goods through all hands: from what is printed on them to their present holders, with the partners of each. One statement
 * for each time that they changed hands, whatever the number of codes.
 * @param db may read across tenants
 */
export async function walkCustody(
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
): Promise<{ stays: Stay[]; isCut: boolean }> {
  const newStay = (part: Part, more: Pick<Stay, 'since' | 'isPartner' | 'parent'>): Stay => ({
    tenantId: part.tenantId,
    request: part.request,
    from: part.from,
    to: part.to,
    ...more,
    handedOn: [],
    invited: [],
  })
  const origins = ranges.length === 0 ? [] : await loadOrigins(db, tenantId, ranges)
  const stays = origins.map(part => newStay(part, { since: null, isPartner: false, parent: null }))
  let present = stays
  for (let hands = 0; present.length > 0; hands++) {
    const room = maxParts - stays.length
    if (hands === maxHands || room <= 0) return { stays, isCut: true }
    const rows = await loadNext(db, present, room)
    const next = rows.map(({ n, parentFrom, since, isPartner, ...part }) => {
      const stay = present[n]!
      const one = newStay(part, { since, isPartner, parent: { stay, from: parentFrom } })
      ;(isPartner ? stay.invited : stay.handedOn).push(one)
      return one
    })
    stays.push(...next)
    if (rows.length === room) return { stays, isCut: true }
    present = next.filter(({ isPartner }) => !isPartner)
  }
  return { stays, isCut: false }
}

/** What is still with the holder of a stay. */
export function heldParts({ tenantId, request, from, to, handedOn, isPartner }: Stay): Part[] {
  if (isPartner) return []
  const gone = handedOn
    .map(({ parent, from: first, to: beyond }) => ({ from: parent!.from, to: parent!.from + beyond - first }))
    .toSorted((a, b) => a.from - b.from)
  const held: Part[] = []
  let at = from
  for (const one of gone) {
    if (one.from > at) held.push({ tenantId, request, from: at, to: one.from })
    at = one.to
  }
  if (at < to) held.push({ tenantId, request, from: at, to })
  return held
}

/** A part of a stay as the enterprise before it knows it. */
export const partBefore = ({ parent, from: first }: Stay, { from, to }: Part): Part | undefined =>
  parent
    ? {
        tenantId: parent.stay.tenantId,
        request: parent.stay.request,
        from: from - first + parent.from,
        to: to - first + parent.from,
      }
    : undefined

/** A part of a stay as its partners know it: those of their codes that are among it. */
export const partsOfPartners = ({ invited }: Stay, { from, to }: Part): Part[] =>
  invited.flatMap(({ tenantId, request, from: first, to: beyond, parent }) => {
    const shift = first - parent!.from
    const part = { tenantId, request, from: Math.max(first, from + shift), to: Math.min(beyond, to + shift) }
    return part.from < part.to ? [part] : []
  })
