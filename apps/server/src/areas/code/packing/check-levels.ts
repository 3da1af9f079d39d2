import { codeLevels } from '@timbermark/contract'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import type { CodeRange, KnownCode } from '../directory/range-facts.ts'

/**
 * Checks that these codes may be packed into this parent. Levels rise with every link, so that no code can contain itself.
 * @throws Refusal stage.cycle, stage.parentLevel
 */
export async function checkLevels(
  { directory }: Services,
  parent: KnownCode,
  ranges: readonly CodeRange[],
): Promise<void> {
  const { requestNumber } = parent.entry
  if (ranges.some(({ request, from, to }) => request === requestNumber && from <= parent.serial && parent.serial < to))
    throw new Refusal('stage.cycle')
  const level = codeLevels[parent.entry.codeType]
  const requests = await directory.load(ranges.map(({ request }) => request))
  if (ranges.some(({ request }) => codeLevels[requests.get(request)!.codeType] >= level))
    throw new Refusal('stage.parentLevel')
}
