import { type ErrorKey, isProposable, type ProposedChange, type StageKey } from '@timbermark/contract'
import { checkStageValue, fieldsOf, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import { invalid } from '../../../platform/refusal.ts'

/**
 * Checks proposed values one by one, as a report's are checked. How they fit together is checked when the office corrects the
 * record by them.
 * @throws Refusal invalid, also for values that nobody could accept by choosing them: files, places, codes and papers
 */
export function checkProposed(
  { stage, attributes }: { stage: StageKey; attributes: readonly StageAttribute[] },
  { values = {} }: ProposedChange,
): void {
  const fields = fieldsOf(stageByKey(stage), attributes)
  const issues = Object.entries(values).flatMap(([key, value]) => {
    const field = fields.get(key)
    const at = `proposed.values.${key}`
    if (!field || !isProposable(field.type))
      return [{ field: at, error: 'unknownField' satisfies ErrorKey as ErrorKey, params: { name: key } }]
    const issue = checkStageValue(field, value)
    return issue ? [{ ...issue, field: at }] : []
  })
  if (issues.length > 0) throw invalid(issues)
}
