import type { CertificationState, CertificationVerb, Language } from '@timbermark/contract'
import { countSerials } from '@timbermark/codes'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { phrase } from '@timbermark/phrases/all'
import type { Services } from '../../platform/services.ts'
import { type CodeRange, lockCodeRequests } from '../code/directory/range-facts.ts'
import { codeAt } from '../code/packing/parse-codes.ts'
import { type CertifiedRange, loadCertifications } from '../code/directory/certified-ranges.ts'
import { type Moved, moved, replace } from './current-ranges.ts'
import { sealSteps } from './seal-step.ts'
import { type JudgePaper, kept, linkPapers } from './papers.ts'

/** Who does something, and with what. The transaction is one of his own enterprise. */
export interface Scene {
  services: Services
  db: Db
  actor: Actor
  language: Language
  /** The server's clock. */
  recordedAt: Date
}

/** What is done to codes of an enterprise. */
export interface Step {
  verb: CertificationVerb
  /** Whose codes they are. */
  owner: number
  ranges: readonly CodeRange[]
  reason?: string | null
  judgedOn?: string
  papers?: readonly JudgePaper[]
  /** Whom an authorization names. */
  authorized?: { id: number; name: string }
  /** What stands against it on a piece of the codes, beside its state. @throws Refusal */
  guard?: (piece: CertifiedRange, codeOf: (request: number, serial: number) => string) => void
}

/** The word of a state in the reader's language. */
const wordOf = (language: Language) => (state: CertificationState) =>
  phrase(language, `certification.authorization.state.${state}`)

/**
 * Does one step: every code of the ranges, or none. What it costs goes by the number of ranges, not of codes.
 * @returns how many codes it was about
 * @throws Refusal certification.stateRefused with the first code that the step does not fit
 */
export async function takeStep({ services, db, actor, language, recordedAt }: Scene, step: Step): Promise<number> {
  const { verb, owner, ranges, authorized } = step
  await lockCodeRequests(db, 'certification', ranges)
  const pieces = await loadCertifications(db, owner, ranges)
  const codeOf = (request: number, serial: number) => codeAt(services, request, serial)
  for (const piece of pieces) step.guard?.(piece, codeOf)
  const to = moved(pieces, verb, codeOf, wordOf(language), authorized)
  const steps = await addSteps({ db, actor, recordedAt }, step, to)
  const handsIn = verb === 'submit' || verb === 'authorize' || verb === 'resubmit'
  const by = { steps, at: recordedAt, ...(handsIn && { submittedBy: actor.accountId }) }
  await replace(db, owner, pieces, to, by, actor)
  await sealSteps(db, services.secrets, owner, steps)
  await linkPapers(db, actor, owner, steps, step.papers ?? [])
  return countSerials(to)
}

/** Notes what was done, a row for each range. @returns their ids, in the order of the ranges */
async function addSteps(
  { db, actor, recordedAt }: Pick<Scene, 'db' | 'actor' | 'recordedAt'>,
  { verb, owner, reason, judgedOn, papers = [] }: Step,
  to: readonly Moved[],
): Promise<number[]> {
  const rows = await db.query<{ id: number; request: number; from: number }>(sql`
    insert into certification_step (tenant_id, request_number, serials, action, state, certifier_tenant_id, certifier_name, operator,
      enterprise_name, reason, judged_on, papers, recorded_at, created_by)
    select ${owner}, p.request, p.serials, ${verb}, p.state, p.certifier, p.certifier_name, ${actor.nickName},
      ${actor.tenantName}, ${reason || null}, ${judgedOn ?? null}::date, ${JSON.stringify(papers.map(kept))}::jsonb, ${recordedAt}, ${actor.accountId}
    from unnest(
      ${to.map(({ request }) => request)}::int[], ${to.map(({ from, to }) => `[${from},${to})`)}::int4range[],
      ${to.map(({ state }) => state)}::text[], ${to.map(({ certifierId }) => certifierId)}::bigint[],
      ${to.map(({ certifierName }) => certifierName)}::text[]) as p (request, serials, state, certifier, certifier_name)
    returning id, request_number as request, lower(serials) as "from"`)
  return to.map(one => rows.find(row => row.request === one.request && row.from === one.from)!.id)
}
