import type { LabelCause, LabelState, StageKey } from '@timbermark/contract'
import { Refusal } from '../../../platform/refusal.ts'
import type { CodeRange } from '../directory/range-facts.ts'
import { assertMayAct } from '../directory/custody-chain.ts'
import { codeAt } from '../directory/parse-codes.ts'
import { actOnLabels, type LabelContext } from './label-act.ts'
import { mustActivate } from './label-rule.ts'
import { loadLabelRanges } from './label-ranges.ts'

const refusalOf: Partial<Record<LabelState, 'code.labelSpoiled' | 'code.labelLost'>> = {
  spoiled: 'code.labelSpoiled',
  lost: 'code.labelLost',
}

/** What is checked before labels are named. */
type LabelCheck = Pick<LabelContext, 'services' | 'db' | 'actor'> & {
  /** When they were named; default now. */
  namedAt?: Date
  /** The stage of a report, which an invited partner may make. */
  reportedStage?: StageKey
}

/**
 * Checks that labels may be named by a report, packing, certification, assignment or offer.
 * @returns whether some of them are not in use yet
 * @throws Refusal as `assertMayAct`, code.labelSpoiled, code.labelLost with the first such label, code.labelNotInUse where the
 *   enterprise demands an explicit activation
 */
export async function checkLabelsUsable(
  { services, db, actor, namedAt, reportedStage }: LabelCheck,
  ranges: readonly CodeRange[],
): Promise<boolean> {
  await assertMayAct(services, db, actor.tenantId, ranges, { at: namedAt, stage: reportedStage })
  const pieces = await loadLabelRanges(db, actor.tenantId, ranges)
  for (const { request, from, state } of pieces) {
    const error = refusalOf[state]
    if (error) throw new Refusal(error, { code: await codeAt(services, request, from) })
  }
  const unused = pieces.find(({ state }) => state !== 'inUse')
  if (unused && (await mustActivate(db, actor.tenantId)))
    throw new Refusal('code.labelNotInUse', { code: await codeAt(services, unused.request, unused.from) })
  return unused !== undefined
}

/**
 * Puts labels in use that a report, packing, certification, assignment or offer names for the first time.
 * @throws Refusal as `checkLabelsUsable`
 */
export async function useLabels(
  context: LabelContext & Pick<LabelCheck, 'namedAt' | 'reportedStage'>,
  ranges: readonly CodeRange[],
  cause: Exclude<LabelCause, 'activation'>,
): Promise<void> {
  // Most reports name labels that are in use already: they take no lock, and do not wait for each other.
  if (await checkLabelsUsable(context, ranges)) await actOnLabels(context, ranges, { verb: 'activate', cause })
}
