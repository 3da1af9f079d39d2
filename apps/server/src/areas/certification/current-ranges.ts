import { type CertificationState, certificationStates, type CertificationVerb, nextState } from '@timbermark/contract'
import { subtractRanges } from '@timbermark/codes'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { CertifiedRange } from '../code/directory/certified-ranges.ts'

/** Names a code to people. */
export type CodeOf = (request: number, serial: number) => string

/** Pieces with what a step makes of them; those that come to be the same and stand side by side are one. */
export type Moved = Pick<CertifiedRange, 'request' | 'from' | 'to' | 'certifierId' | 'certifierName'> & {
  state: CertificationState
}

/** @throws Refusal certification.stateRefused with the first code that the step does not fit, and what it is */
export function moved(
  pieces: readonly CertifiedRange[],
  verb: CertificationVerb,
  codeOf: CodeOf,
  stateWord: (state: CertificationState) => string,
  authorized?: { id: number; name: string },
): Moved[] {
  const done: Moved[] = []
  for (const { request, from, to, ...piece } of pieces) {
    const state = nextState(certificationStates, verb, piece.state) as CertificationState | undefined
    if (!state)
      throw new Refusal('certification.stateRefused', { code: codeOf(request, from), state: stateWord(piece.state) })
    const certifierId = authorized ? authorized.id : piece.certifierId
    const certifierName = authorized ? authorized.name : piece.certifierName
    const before = done.at(-1)
    const same = before?.request === request && before.state === state && before.certifierId === certifierId
    if (same && before.to === from) before.to = to
    else done.push({ request, from, to, state, certifierId, certifierName })
  }
  return done
}

/** By what codes came to be what they are. */
export interface By {
  /** Ids of the steps, one for each of what was moved. */
  steps: readonly number[]
  at: Date
  /** Account that hands them in, where the step does. */
  submittedBy?: number
}

/**
 * Replaces what was said of the codes: what of an earlier range was not meant goes on as it was. Ranges that meet nothing of
 * before take what a reviewer is told of the goods from their request.
 */
export async function replace(
  db: Db,
  owner: number,
  pieces: readonly CertifiedRange[],
  to: readonly Moved[],
  { steps, at, submittedBy }: By,
  created: { deptId: number | null; accountId: number },
): Promise<void> {
  const facts = [...new Set(pieces.flatMap(({ fact }) => fact ?? []))]
  const whole = await db.query<{ id: number; request: number; from: number; to: number }>(sql`
    select id, request_number as request, lower(serials) as "from", upper(serials) as "to" from certification
    where tenant_id = ${owner} and id = any(${facts})`)
  const rest = whole.flatMap(fact =>
    subtractRanges(
      [fact],
      pieces.filter(piece => piece.fact === fact.id),
    ).map(range => ({ fact: fact.id, ...range })),
  )
  const living = to.flatMap((one, n) => {
    if (one.state === certificationStates.initial) return []
    const from = pieces.find(piece => piece.request === one.request && piece.from === one.from)!.fact
    return [{ ...one, fact: from, step: steps[n]! }]
  })
  const fresh = living.filter(({ fact }) => fact === null)
  const old = living.filter(({ fact }) => fact !== null)
  await db.execute(sql`
    with before as (
      delete from certification where tenant_id = ${owner} and id = any(${facts}) returning *),
    kept as (
      select b.*, p.serials as its, b.state as its_state, b.step_id as its_step, b.since as its_since, b.submitted_by as its_submitter
      from before b join unnest(${rest.map(({ fact }) => fact)}::bigint[], ${rest.map(rangeText)}::int4range[]) as p (fact, serials) on p.fact = b.id
      union all
      select b.*, p.serials, p.state, p.step, ${at}::timestamptz, coalesce(${submittedBy ?? null}::bigint, b.submitted_by)
      from before b join unnest(
        ${old.map(({ fact }) => fact)}::bigint[], ${old.map(rangeText)}::int4range[], ${old.map(({ state }) => state)}::text[], ${old.map(({ step }) => step)}::bigint[])
        as p (fact, serials, state, step) on p.fact = b.id)
    insert into certification (tenant_id, dept_id, request_number, serials, state, certifier_tenant_id, certifier_name, step_id, since,
      submitted_by, owner_name, product_name, product_texts, batch_number, code_type, species, country_code, spans_key, created_by)
    select tenant_id, dept_id, request_number, its, its_state, certifier_tenant_id, certifier_name, its_step, its_since,
      its_submitter, owner_name, product_name, product_texts, batch_number, code_type, species, country_code, spans_key, created_by
    from kept`)
  if (fresh.length > 0) await begin(db, owner, fresh, { at, submittedBy }, created)
}

const rangeText = ({ from, to }: { from: number; to: number }) => `[${from},${to})`

/** Ranges about which nothing was said before. */
async function begin(
  db: Db,
  owner: number,
  fresh: readonly (Moved & { step: number })[],
  { at, submittedBy }: Pick<By, 'at' | 'submittedBy'>,
  { deptId, accountId }: { deptId: number | null; accountId: number },
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
    join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    join product pr on pr.tenant_id = b.tenant_id and pr.id = b.product_id
    join enterprise e on e.id = r.tenant_id`)
}
