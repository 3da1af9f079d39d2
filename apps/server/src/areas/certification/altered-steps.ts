import { certificationStates } from '@timbermark/contract'
import { sha256 } from '@timbermark/ledger/node'
import { spansKey } from '@timbermark/ledger/sealed'
import { rangesAsRows, rowsInRanges } from '../code/directory/range-facts.ts'
import { sql } from '../../platform/database/sql.ts'
import type { AlteredRow, SealedBefore } from '../ledger/sealing/as-sealed.ts'
import { compareRows } from '../ledger/sealing/compare-rows.ts'
import { compareWithLast, type RequestRange, type StateOfCodes } from '../ledger/sealing/last-on-codes.ts'
import { findAlteredInSpans } from '../ledger/sealing/spans.ts'
import { loadSteps, statementOf, type StepFacts } from './step-facts.ts'

/**
 * Finds what new steps continue and what was not so when it was sealed: the steps taken last on their codes, the current
 * certification that these steps led to, and the requests whose keys name the spans.
 */
export async function findAlteredSteps(before: SealedBefore, steps: readonly StepFacts[]): Promise<AlteredRow[]> {
  const { last, contradicted } = compareWithLast(steps, {
    done: await loadDone(before, steps),
    stored: await loadCurrent(before, steps),
    isInitial: state => state.startsWith(`${certificationStates.initial} `),
  })
  const lastIds = [...new Set(last.map(({ by }) => by))]
  const facts = await loadSteps(before.db, before.tenantId, lastIds)
  return [
    ...contradicted.map((rowId): AlteredRow => ({ kind: 'certification', rowId })),
    ...(await findAlteredInSpans(before, 'certification', lastIds, id => {
      const step = facts.get(id)
      return step && statementOf(step)
    })),
    ...(await findAlteredRequests(before, steps)),
  ]
}

/** The steps on codes of these ranges, the last one first. */
function loadDone({ db, tenantId }: SealedBefore, ranges: readonly RequestRange[]) {
  return db.query<StateOfCodes & { by: number }>(sql`
    select distinct s.id as by, s.request_number as request, lower(s.serials) as "from", upper(s.serials) as "to",
      concat(s.state, ' ', s.certifier_tenant_id) as state
    from ${rangesAsRows(ranges)}
    join certification_step s on s.tenant_id = ${tenantId} and s.request_number = g.request and s.serials && g.serials
    order by s.id desc`)
}

/** The current certification of codes of these ranges. */
function loadCurrent({ db, tenantId }: SealedBefore, ranges: readonly RequestRange[]) {
  return db.query<StateOfCodes>(sql`
    select c.step_id as by, c.request_number as request, greatest(lower(c.serials), lower(g.serials)) as "from",
      least(upper(c.serials), upper(g.serials)) as "to", concat(c.state, ' ', c.certifier_tenant_id) as state
    from ${rangesAsRows(ranges)}
    cross join ${rowsInRanges('certification', tenantId)} c`)
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
