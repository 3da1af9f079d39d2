import { type CertificationState, certificationStates, type CertificationVerb, nextState } from '@timbermark/contract'
import { subtractRanges } from '@timbermark/codes'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { CertifiedRange } from '../code/directory/certified-ranges.ts'

/** Returns the printed value of a code. */
export type CodeOf = (request: number, serial: number) => Promise<string>

/** A range of codes after a step; adjacent pieces that become equal are joined. */
export type MovedRange = Pick<CertifiedRange, 'request' | 'from' | 'to' | 'certifierId' | 'certifierName'> & {
  state: CertificationState
}

/** Computes the ranges after a step. @throws Refusal certification.stateRefused with the first code whose state does not allow the step */
export async function moveRanges(
  pieces: readonly CertifiedRange[],
  verb: CertificationVerb,
  codeOf: CodeOf,
  stateWord: (state: CertificationState) => string,
  authorized?: { id: number; name: string },
): Promise<MovedRange[]> {
  const done: MovedRange[] = []
  for (const { request, from, to, ...piece } of pieces) {
    const state = nextState(certificationStates, verb, piece.state) as CertificationState | undefined
    if (!state)
      throw new Refusal('certification.stateRefused', {
        code: await codeOf(request, from),
        state: stateWord(piece.state),
      })
    const certifierId = authorized ? authorized.id : piece.certifierId
    const certifierName = authorized ? authorized.name : piece.certifierName
    const before = done.at(-1)
    const same = before?.request === request && before.state === state && before.certifierId === certifierId
    if (same && before.to === from) before.to = to
    else done.push({ request, from, to, state, certifierId, certifierName })
  }
  return done
}

/** A change of stored ranges by steps. */
export interface RangeChange {
  /** The stored pieces of the codes before the steps. */
  pieces: readonly CertifiedRange[]
  /** The ranges after the steps. */
  to: readonly MovedRange[]
  /** Ids of the steps, one per changed range. */
  steps: readonly number[]
  at: Date
  /** The submitting account, for steps that submit codes. */
  submittedBy?: number
  /** Recorded as the creator of rows that are new. */
  actor: { deptId: number | null; accountId: number }
}

/**
 * Replaces the stored ranges of the codes. The parts of earlier ranges that the step does not touch stay unchanged. Ranges
 * without an earlier row take the facts of the goods that a reviewer sees from their request.
 */
export async function replaceRanges(
  db: Db,
  owner: number,
  { pieces, to, steps, at, submittedBy, actor }: RangeChange,
): Promise<void> {
  const facts = [...new Set(pieces.flatMap(({ fact }) => fact ?? []))]
  const previous = await db.query<{ id: number; request: number; from: number; to: number }>(sql`
    select id, request_number as request, lower(serials) as "from", upper(serials) as "to" from certification
    where tenant_id = ${owner} and id = any(${facts})`)
  const untouched = previous.flatMap(fact =>
    subtractRanges(
      [fact],
      pieces.filter(piece => piece.fact === fact.id),
    ).map(range => ({ fact: fact.id, ...range })),
  )
  const withRow = to.flatMap((one, n) => {
    if (one.state === certificationStates.initial) return []
    const from = pieces.find(piece => piece.request === one.request && piece.from === one.from)!.fact
    return [{ ...one, fact: from, step: steps[n]! }]
  })
  const fresh = withRow.filter(({ fact }) => fact === null)
  const old = withRow.filter(({ fact }) => fact !== null)
  await db.execute(sql`
    with before as (
      delete from certification where tenant_id = ${owner} and id = any(${facts}) returning *),
    next_rows as (
      select b.*, p.serials as new_serials, b.state as new_state, b.step_id as new_step, b.since as new_since, b.submitted_by as new_submitter
      from before b join unnest(${untouched.map(({ fact }) => fact)}::bigint[], ${untouched.map(rangeText)}::int4range[]) as p (fact, serials) on p.fact = b.id
      union all
      select b.*, p.serials, p.state, p.step, ${at}::timestamptz, coalesce(${submittedBy ?? null}::bigint, b.submitted_by)
      from before b join unnest(
        ${old.map(({ fact }) => fact)}::bigint[], ${old.map(rangeText)}::int4range[], ${old.map(({ state }) => state)}::text[],
        ${old.map(({ step }) => step)}::bigint[])
        as p (fact, serials, state, step) on p.fact = b.id)
    insert into certification (tenant_id, dept_id, request_number, serials, state, certifier_tenant_id, certifier_name, step_id, since,
      submitted_by, owner_name, product_name, product_texts, batch_number, code_type, species, country_code, spans_key, created_by)
    select tenant_id, dept_id, request_number, new_serials, new_state, certifier_tenant_id, certifier_name, new_step, new_since,
      new_submitter, owner_name, product_name, product_texts, batch_number, code_type, species, country_code, spans_key, created_by
    from next_rows`)
  if (fresh.length > 0) await insertFirstRanges(db, owner, fresh, { at, submittedBy, actor })
}

const rangeText = ({ from, to }: { from: number; to: number }) => `[${from},${to})`

/** Stores ranges that had no row before. */
async function insertFirstRanges(
  db: Db,
  owner: number,
  fresh: readonly (MovedRange & { step: number })[],
  { at, submittedBy, actor: { deptId, accountId } }: Pick<RangeChange, 'at' | 'submittedBy' | 'actor'>,
): Promise<void> {
  await db.execute(sql`
    insert into certification (tenant_id, dept_id, request_number, serials, state, certifier_tenant_id, certifier_name, step_id, since,
      submitted_by, owner_name, product_name, product_texts, batch_number, code_type, species, country_code, spans_key, created_by)
    select ${owner}, ${deptId}, p.request, p.serials, p.state, p.certifier, p.certifier_name, p.step, ${at}, ${submittedBy ?? null},
      e.name, pr.name, pr.name_texts, b.batch_number, r.code_type, r.species, r.country_code,
      sha256('timbermark/spans'::bytea || '\\x00'::bytea || r.blocks_key), ${accountId}
    from unnest(
      ${fresh.map(({ request }) => request)}::int[], ${fresh.map(rangeText)}::int4range[], ${fresh.map(({ state }) => state)}::text[],
      ${fresh.map(({ certifierId }) => certifierId)}::bigint[], ${fresh.map(({ certifierName }) => certifierName)}::text[],
      ${fresh.map(({ step }) => step)}::bigint[]) as p (request, serials, state, certifier, certifier_name, step)
    join code_request r on r.tenant_id = ${owner} and r.request_number = p.request
    join batch b on b.tenant_id = ${owner} and b.id = r.batch_id
    join product pr on pr.tenant_id = ${owner} and pr.id = b.product_id
    join enterprise e on e.id = r.tenant_id`)
}
