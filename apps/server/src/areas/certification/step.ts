import type { CertificationState, CertificationVerb, Language } from '@timbermark/contract'
import { countSerials } from '@timbermark/codes'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { sql } from '../../platform/database/sql.ts'
import { invalid } from '../../platform/refusal.ts'
import { phrase } from '@timbermark/phrases/all'
import type { Services } from '../../platform/services.ts'
import { type CodeRange, lockCodeRequests } from '../code/directory/range-facts.ts'
import { codeAt } from '../code/directory/parse-codes.ts'
import { type CertifiedRange, loadCertifications } from '../code/directory/certified-ranges.ts'
import { type CodeOf, type MovedRange, moveRanges, replaceRanges } from './current-ranges.ts'
import { useLabels } from '../code/label-life/use-labels.ts'
import { sealSteps } from './seal-step.ts'
import { type ReviewDocument, toStepDocument, linkReviewDocuments } from './documents.ts'

/** Context of a step. The transaction belongs to the actor's enterprise. */
export interface StepContext {
  services: Services
  db: Db
  actor: Actor
  language: Language
  /** The server's clock. */
  recordedAt: Date
}

/** A step on codes of an enterprise. */
export interface Step {
  verb: CertificationVerb
  /** The enterprise that owns the codes. */
  owner: number
  ranges: readonly CodeRange[]
  reason?: string | null
  judgedOn?: string
  documents?: readonly ReviewDocument[]
  /** The certifier that an authorization names. */
  authorized?: { id: number; name: string }
  /** Checks a piece of the codes in addition to its state. @throws Refusal */
  guard?: (piece: CertifiedRange, codeOf: CodeOf) => void | Promise<void>
}

/** Name of a state in the reader's language. */
const stateWordOf = (language: Language) => (state: CertificationState) =>
  phrase(language, `certification.authorization.state.${state}`)

/**
 * Takes one step for all codes of the ranges, or for none. The cost depends on the number of ranges, not of codes.
 * @returns the number of codes
 * @throws Refusal certification.stateRefused with the first code whose state does not allow the step
 */
export async function takeStep(
  { services, db, actor, language, recordedAt }: StepContext,
  step: Step,
): Promise<number> {
  const { verb, owner, ranges, authorized } = step
  await lockCodeRequests(db, 'certification', ranges)
  const pieces = await loadCertifications(db, owner, ranges)
  const codeOf = (request: number, serial: number) => codeAt(services, request, serial)
  for (const piece of pieces) await step.guard?.(piece, codeOf)
  const to = await moveRanges(pieces, verb, codeOf, stateWordOf(language), authorized)
  const steps = await addSteps({ db, actor, recordedAt }, step, to)
  const isSubmission = verb === 'submit' || verb === 'authorize' || verb === 'resubmit'
  if (isSubmission) await useLabels({ services, db, actor, language, recordedAt }, ranges, 'certification')
  await replaceRanges(db, owner, {
    pieces,
    to,
    steps,
    at: recordedAt,
    ...(isSubmission && { submittedBy: actor.accountId }),
    actor,
  })
  await sealSteps(db, services, owner, steps)
  await linkReviewDocuments(db, actor, owner, steps, step.documents ?? [])
  return countSerials(to)
}

/** Stores the step, one row per range. @returns their ids, in the order of the ranges */
async function addSteps(
  { db, actor, recordedAt }: Pick<StepContext, 'db' | 'actor' | 'recordedAt'>,
  { verb, owner, reason, judgedOn, documents = [] }: Step,
  to: readonly MovedRange[],
): Promise<number[]> {
  const rows = await insertRows<{ id: number; request: number; from: number }>(
    db,
    'certification_step',
    to.map(range => ({
      tenant_id: owner,
      request_number: range.request,
      serials: `[${range.from},${range.to})`,
      action: verb,
      state: range.state,
      certifier_tenant_id: range.certifierId,
      certifier_name: range.certifierName,
      operator: actor.nickName,
      enterprise_name: actor.tenantName,
      reason: reason || null,
      judged_on: judgedOn ?? null,
      papers: JSON.stringify(documents.map(toStepDocument)),
      recorded_at: recordedAt,
      created_by: actor.accountId,
    })),
    sql`returning id, request_number as request, lower(serials) as "from"`,
  )
  return to.map(one => rows.find(row => row.request === one.request && row.from === one.from)!.id)
}

/** A day begins up to fourteen hours earlier in other time zones. */
const dayLeadMs = 14 * 3600 * 1000

/** Checks a review as far as possible without its codes. @throws Refusal invalid */
export function checkReview(
  { result, reason, judgedOn }: { result: 'pass' | 'fail'; reason?: string | null | undefined; judgedOn: string },
  recordedAt: Date,
): void {
  if (result === 'fail' && !reason) throw invalid([{ field: 'reason', error: 'required' }])
  if (new Date(`${judgedOn}T00:00:00Z`).getTime() > recordedAt.getTime() + dayLeadMs)
    throw invalid([{ field: 'judgedOn', error: 'inFuture' }])
}
