import { type CertificationState, certificationStates } from '@timbermark/contract'
import { subtractRanges } from '@timbermark/codes'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type CodeRange, codeRange } from './range-facts.ts'

/** Codes that stand side by side and are certified as the same, as far as a step names them. */
export interface Piece {
  /** The row that holds them; null for codes about which nothing was said yet. */
  fact: number | null
  request: number
  /** First serial, and the one behind the last. */
  from: number
  to: number
  state: CertificationState
  certifierId: number | null
  certifierName: string | null
  submittedBy: number | null
}

/** What the codes of these ranges are certified as now, in their order, each once: where nothing was said, too. */
export async function piecesOf(db: Db, owner: number, ranges: readonly CodeRange[]): Promise<Piece[]> {
  const held = await db.query<Piece>(sql`
    select c.id as fact, c.request_number as request, greatest(lower(c.serials), lower(g.serials)) as "from",
      least(upper(c.serials), upper(g.serials)) as "to", c.state, c.certifier_tenant_id as "certifierId",
      c.certifier_name as "certifierName", c.submitted_by as "submittedBy"
    from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ range }) => range)}::int4range[]) as g (request, serials)
    join certification c on c.tenant_id = ${owner} and c.request_number = g.request and c.serials && g.serials`)
  const ofRequest = Map.groupBy(held, ({ request }) => request)
  const free = ranges.flatMap(({ request, from, to }) =>
    subtractRanges([{ from, to }], ofRequest.get(request) ?? []).map(
      (range): Piece => ({
        fact: null,
        request,
        ...range,
        state: certificationStates.initial,
        certifierId: null,
        certifierName: null,
        submittedBy: null,
      }),
    ),
  )
  return [...held, ...free].sort((a, b) => a.request - b.request || a.from - b.from)
}

/** Serials of a request that are certified as this, in ranges. */
export async function serialsAs(
  db: Db,
  owner: number,
  { request, count }: { request: number; count: number },
  state: CertificationState,
): Promise<Piece[]> {
  const pieces = await piecesOf(db, owner, [codeRange(request, { from: 0, to: count })])
  return pieces.filter(piece => piece.state === state)
}
