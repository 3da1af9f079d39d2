import { randomBytes } from 'node:crypto'
import {
  type LabelCause,
  type LabelReason,
  type LabelState,
  labelStates,
  type LabelVerb,
  nextState,
} from '@timbermark/contract'
import type { Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { type CodeRange, lockCodeRequests } from '../directory/range-facts.ts'
import { type CodeRefusal, refuseCodes } from '../directory/refuse-codes.ts'
import { loadLabelRanges, replaceLabelRanges, type LabelRange, type MovedLabels } from './label-ranges.ts'
import { sealLabelActs } from './seal-label-act.ts'

/** Context of an act on labels, in a transaction of the labels' enterprise. */
export interface LabelContext {
  services: Services
  db: Db
  actor: Actor
  language: Language
  /** The server's clock. */
  recordedAt: Date
}

/** An act on labels, with what is recorded of it. */
export interface LabelActInput {
  verb: LabelVerb
  cause?: LabelCause
  reason?: LabelReason
  note?: string | null | undefined
}

/** Number of labels that an act moved, and of those that had the state already. */
export interface LabelActResult {
  codes: number
  unchanged: number
}

const countLabels = (ranges: readonly { from: number; to: number }[]) =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0)

/**
 * Moves all labels of the ranges, or none. The cost depends on the number of ranges, not of labels. Labels that have the state
 * already stay as they are, so that a repeated act does no harm.
 * @throws Refusal code.labelState with the labels whose state does not allow the act, so that they can be taken out of a list
 */
export async function actOnLabels(
  context: LabelContext,
  ranges: readonly CodeRange[],
  input: LabelActInput,
): Promise<LabelActResult> {
  const { services, db, actor } = context
  await lockCodeRequests(db, 'label', ranges)
  const pieces = await loadLabelRanges(db, actor.tenantId, ranges)
  const before = pieces.filter(piece => !isReached(input.verb, piece))
  const blocked = before.filter(({ state }) => nextState(labelStates, input.verb, state) === undefined)
  if (blocked.length > 0) throw await refuseLabels(context, blocked)
  const merged = mergeAdjacent(before.map(piece => moveLabels(input.verb, piece)))
  const acts = await addActs(context, input, merged)
  const moved = merged.map((range, at): MovedLabels => ({ ...range, act: acts[at]! }))
  await replaceLabelRanges(db, actor.tenantId, { before, moved, at: context.recordedAt })
  // A delivery says nothing to a reader of a label: it stays with the enterprise.
  if (input.verb !== 'deliver') await sealLabelActs(db, services, actor.tenantId, acts)
  return { codes: countLabels(before), unchanged: countLabels(pieces) - countLabels(before) }
}

/** Labels past a delivery are not delivered again; any other act is repeated without an effect in its own state. */
const isReached = (verb: LabelVerb, { state }: LabelRange): boolean =>
  verb === 'deliver'
    ? state !== labelStates.initial
    : verb !== 'reinstate' && nextState(labelStates, verb, state) === undefined && state === targetOf(verb)

const targetOf = (verb: LabelVerb) => labelStates.transitions.find(transition => transition.verb === verb)?.to

type NextRange = Omit<MovedLabels, 'act'>

function moveLabels(verb: LabelVerb, { request, from, to, state, was }: LabelRange): NextRange {
  const next = nextState(labelStates, verb, state) as LabelState
  if (verb === 'reinstate') return { request, from, to, state: was ?? next, was: null }
  return { request, from, to, state: next, was: next === 'spoiled' || next === 'lost' ? state : null }
}

/** At most this many labels are named in a refusal. */
const maxNamed = 100

/** Names each label that is in the way, with its state. */
async function refuseLabels({ services, language }: LabelContext, blocked: readonly LabelRange[]): Promise<Refusal> {
  const requests = await services.directory.load(blocked.map(({ request }) => request))
  const refused: CodeRefusal[] = []
  for (const { request, from, to, state } of blocked)
    for (let serial = from; serial < to && refused.length < maxNamed; serial++)
      refused.push({
        code: requests.codeAt(request, serial)!,
        error: 'code.labelState',
        params: { state: phrase(language, `code.label.state.${state}`) },
      })
  return refuseCodes(language, refused)
}

/** Joins adjacent ranges that became equal. */
function mergeAdjacent(ranges: readonly NextRange[]): NextRange[] {
  const merged: NextRange[] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (
      last?.request === range.request &&
      last.to === range.from &&
      last.state === range.state &&
      last.was === range.was
    )
      last.to = range.to
    else merged.push({ ...range })
  }
  return merged
}

/** Stores the act, one row per range. @returns their ids, in the order of the ranges */
async function addActs(
  { db, actor, recordedAt }: LabelContext,
  { verb, cause, reason, note }: LabelActInput,
  ranges: readonly NextRange[],
): Promise<number[]> {
  const rows = await insertRows<{ id: number; request: number; from: number }>(
    db,
    'label_act',
    ranges.map(range => ({
      tenant_id: actor.tenantId,
      request_number: range.request,
      serials: `[${range.from},${range.to})`,
      verb,
      state: range.state,
      cause: cause ?? null,
      reason: reason ?? null,
      note: note ?? null,
      operator: actor.nickName,
      recorded_at: recordedAt,
      created_by: actor.accountId,
      personal_salt: randomBytes(16),
    })),
    sql`returning id, request_number as request, lower(serials) as "from"`,
  )
  return ranges.map(one => rows.find(row => row.request === one.request && row.from === one.from)!.id)
}
