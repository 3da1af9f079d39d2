import type { CirculationStep, StageKey } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { phrase } from '@timbermark/phrases/all'
import { Refusal } from '../../../platform/refusal.ts'
import type { CodeRange, KnownCode } from '../../code/directory/range-facts.ts'
import { refuseCodes } from '../../code/directory/refuse-codes.ts'
import type { ReportContext } from '../report-context.ts'
import { findMissingAtHolder, findMissingStage } from './partner-reports.ts'

/** Parameters of a refusal that names the stage to report first. */
function orderRefusalParams({ language, stage }: Pick<ReportContext, 'language' | 'stage'>, first: StageKey) {
  return {
    stage: phrase(language, `stage.${stage.key}`),
    first: phrase(language, `stage.${first}`),
    n: stageByKey(first).order,
  }
}

/**
 * Checks that every required earlier stage is reported: stages of the whole batch by the records of the batch, stages of
 * single codes for each reported code. The holder of goods and the partners that it invited count together.
 * @throws Refusal stage.tooEarly, stage.codeTooEarly
 */
export async function checkStageOrder(
  context: ReportContext,
  batchId: number,
  steps: readonly CirculationStep[],
  codes: readonly KnownCode[],
  ranges: readonly CodeRange[],
): Promise<void> {
  const { services, actor, stage, language } = context
  const missing = codes.some(({ entry }) => entry.invited)
    ? await findMissingAtHolder(services, actor.tenantId, ranges, stage.key)
    : await findMissingStage(context, { tenantId: actor.tenantId, batchId, ranges }, steps, stage.key)
  if (!missing) return
  const { first, code: unpassed } = missing
  if (!unpassed) throw new Refusal('stage.tooEarly', orderRefusalParams(context, first), { data: { first } })
  const which =
    codes.find(code => code.entry.requestNumber === unpassed.request && code.serial === unpassed.serial) ?? codes[0]!
  throw refuseCodes(language, [
    { code: which.code, error: 'stage.codeTooEarly', params: orderRefusalParams(context, first) },
  ])
}
