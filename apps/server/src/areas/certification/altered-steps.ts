import { certificationStates } from '@timbermark/contract'
import { intersectRanges, subtractRanges } from '@timbermark/codes'
import { sha256 } from '@timbermark/ledger/node'
import { spansKey } from '@timbermark/ledger/sealed'
import { sql } from '../../platform/database/sql.ts'
import type { AlteredRow, SealedBefore } from '../ledger/sealing/as-sealed.ts'
import { compareRows } from '../ledger/sealing/compare-rows.ts'
import { findAlteredInSpans } from '../ledger/sealing/spans.ts'
import { loadSteps, statementOf, type StepFacts } from './step-facts.ts'

interface Range {
  request: number
  from: number
  to: number
}

/** A stored state of codes: by a step, or by the row of their current certification. */
interface StateOfRange extends Range {
  step: number
  state: string
  certifierId: number | null
}

/**
 * Finds what new steps continue and what was not so when it was sealed: the steps taken last on their codes, the current
 * certification that these steps led to, and the requests whose keys name the spans.
 */
export async function findAlteredSteps(before: SealedBefore, steps: readonly StepFacts[]): Promise<AlteredRow[]> {
  const taken = await loadStepsInRanges(before, steps)
  const current = await loadCurrent(before, steps)
  const last = steps.flatMap(({ request, from, to }) => lastStepsOf({ request, from, to }, taken))
  const contradicted = last.filter(({ step, ...range }) => {
    const row = current.find(one => one.request === range.request && one.from <= range.from && range.to <= one.to)
    if (!row) return range.state !== certificationStates.initial
    return row.step !== step || row.state !== range.state || row.certifierId !== range.certifierId
  })
  const unfounded = current.filter(row => !last.some(({ step }) => step === row.step))
  const lastIds = [...new Set(last.map(({ step }) => step))]
  const facts = await loadSteps(before.db, before.tenantId, lastIds)
  return [
    ...[...contradicted, ...unfounded].map(({ step }): AlteredRow => ({ kind: 'certification', rowId: step })),
    ...(await findAlteredInSpans(before, 'certification', lastIds, id => {
      const step = facts.get(id)
      return step && statementOf(step)
    })),
    ...(await findAlteredRequests(before, steps)),
  ]
}

/** The steps on codes of these ranges, the last one first. */
function loadStepsInRanges({ db, tenantId }: SealedBefore, ranges: readonly Range[]): Promise<StateOfRange[]> {
  return db.query<StateOfRange>(sql`
    select distinct s.id as step, s.request_number as request, lower(s.serials) as "from", upper(s.serials) as "to", s.state,
      s.certifier_tenant_id as "certifierId"
    from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(rangeText)}::int4range[]) as g (request, serials)
    join certification_step s on s.tenant_id = ${tenantId} and s.request_number = g.request and s.serials && g.serials
    order by s.id desc`)
}

/** The current certification of codes of these ranges. */
function loadCurrent({ db, tenantId }: SealedBefore, ranges: readonly Range[]): Promise<StateOfRange[]> {
  return db.query<StateOfRange>(sql`
    select c.step_id as step, c.request_number as request, greatest(lower(c.serials), lower(g.serials)) as "from",
      least(upper(c.serials), upper(g.serials)) as "to", c.state, c.certifier_tenant_id as "certifierId"
    from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(rangeText)}::int4range[]) as g (request, serials)
    join certification c on c.tenant_id = ${tenantId} and c.request_number = g.request and c.serials && g.serials`)
}

const rangeText = ({ from, to }: Range) => `[${from},${to})`

/** The last step on each code of a range, as pieces of the range. */
function lastStepsOf({ request, from, to }: Range, taken: readonly StateOfRange[]): StateOfRange[] {
  let rest = [{ from, to }]
  return taken
    .filter(step => step.request === request)
    .flatMap(step => {
      const pieces = intersectRanges(rest, [step])
      rest = subtractRanges(rest, [step])
      return pieces.map(piece => ({ ...step, ...piece }))
    })
}

/** Requests that are not as they were sealed, or whose spans a reviewer would take for others. */
async function findAlteredRequests(before: SealedBefore, steps: readonly StepFacts[]): Promise<AlteredRow[]> {
  const { db, tenantId } = before
  const rows = await db.query<{ id: number; blocks: Buffer | null; spans: Buffer[] }>(sql`
    select r.id, r.blocks_key as blocks,
      array(select distinct c.spans_key from certification c
        where c.tenant_id = ${tenantId} and c.request_number = r.request_number and c.spans_key is not null) as spans
    from code_request r
    where r.tenant_id = ${tenantId} and r.request_number = any(${steps.map(({ request }) => request)})`)
  const others = rows.filter(({ blocks, spans }) => spans.some(key => !blocks || !key.equals(spansKey(blocks, sha256))))
  return [
    ...others.map(({ id }): AlteredRow => ({ kind: 'request', rowId: id })),
    ...(await compareRows(
      'request',
      rows.map(({ id }) => id),
    )(before)),
  ]
}
