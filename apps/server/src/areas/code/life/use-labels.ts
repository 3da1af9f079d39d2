import { type LabelCause, type LabelState } from '@timbermark/contract'
import { Refusal } from '../../../platform/refusal.ts'
import type { CodeRange } from '../directory/range-facts.ts'
import { codeAt } from '../packing/parse-codes.ts'
import { actOnLabels, type LabelContext } from './label-act.ts'
import { loadLabelRanges } from './label-ranges.ts'

const refusalOf: Partial<Record<LabelState, 'code.labelSpoiled' | 'code.labelLost'>> = {
  spoiled: 'code.labelSpoiled',
  lost: 'code.labelLost',
}

/**
 * Puts labels in use that a report, packing, certification or assignment names for the first time.
 * @throws Refusal code.labelSpoiled, code.labelLost with the first such label, code.labelNotInUse where the enterprise demands an
 *   explicit activation
 */
export async function useLabels(
  context: LabelContext,
  ranges: readonly CodeRange[],
  cause: Exclude<LabelCause, 'activation'>,
): Promise<void> {
  const { services, db, actor } = context
  const pieces = await loadLabelRanges(db, actor.tenantId, ranges)
  for (const { request, from, state } of pieces) {
    const error = refusalOf[state]
    if (error) throw new Refusal(error, { code: await codeAt(services, request, from) })
  }
  // Most reports name labels that are in use already: no lock, so that they do not wait for each other.
  if (pieces.every(({ state }) => state === 'inUse')) return
  await actOnLabels(context, ranges, { verb: 'activate', cause })
}
