import { type CertificationState, certificationStates } from '@timbermark/contract'
import { subtractRanges } from '@timbermark/codes'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type CodeRange, codeRange, rangesAsRows, rowsInRanges } from './range-facts.ts'

/** Consecutive codes with the same certification. */
export interface CertifiedRange {
  /** Id of their row; null for codes without a certification row. */
  fact: number | null
  request: number
  /** First serial; `to` is the serial after the last. */
  from: number
  to: number
  state: CertificationState
  certifierId: number | null
  certifierName: string | null
  submittedBy: number | null
}

/** Loads the current certification of the codes of these ranges, in code order; codes without a row have the initial state. */
export async function loadCertifications(
  db: Db,
  owner: number,
  ranges: readonly CodeRange[],
): Promise<CertifiedRange[]> {
  const certified = await db.query<CertifiedRange>(sql`
    select c.id as fact, c.request_number as request, greatest(lower(c.serials), lower(g.serials)) as "from",
      least(upper(c.serials), upper(g.serials)) as "to", c.state, c.certifier_tenant_id as "certifierId",
      c.certifier_name as "certifierName", c.submitted_by as "submittedBy"
    from ${rangesAsRows(ranges)} cross join ${rowsInRanges('certification', owner)} c`)
  const ofRequest = Map.groupBy(certified, ({ request }) => request)
  const uncertified = ranges.flatMap(({ request, from, to }) =>
    subtractRanges([{ from, to }], ofRequest.get(request) ?? []).map(
      (range): CertifiedRange => ({
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
  return [...certified, ...uncertified].sort((a, b) => a.request - b.request || a.from - b.from)
}

/** Loads the ranges of a request that are in a certification state. */
export async function loadRangesInState(
  db: Db,
  owner: number,
  { request, count }: { request: number; count: number },
  state: CertificationState,
): Promise<CertifiedRange[]> {
  const pieces = await loadCertifications(db, owner, [codeRange(request, { from: 0, to: count })])
  return pieces.filter(piece => piece.state === state)
}
