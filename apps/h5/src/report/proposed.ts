/** Which right values of a record can be proposed, and what is wrong with them; loaded with the form that asks for them. */
import { type Issue, isProposable, type Language, type StageKey } from '@timbermark/contract'
import { checkStageValue, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import { canonicalValue, type FormField, formFields } from './form-model.ts'
import type { ChangeContent } from './local-change.ts'

/** The fields of a record whose right values can be proposed: what is typed or chosen. */
export const proposableFields = (
  stage: StageKey,
  attributes: readonly StageAttribute[] | undefined,
  language: Language,
) => formFields(stageByKey(stage), attributes, language).filter(({ type }) => isProposable(type))

/** What is wrong with proposed values, by the key of their entry; an empty one is no value. */
export function checkProposed(
  { proposed }: Pick<ChangeContent, 'proposed'>,
  fields: readonly FormField[],
  language: Language,
): Map<string, Issue> {
  const issues = new Map<string, Issue>()
  for (const [key, value] of Object.entries(proposed)) {
    const field = fields.find(one => one.key === key)
    const issue = field
      ? checkStageValue({ ...field, required: true }, canonicalValue(field, value, language))
      : String(value).trim() === ''
        ? { field: key, error: 'required' as const }
        : undefined
    if (issue) issues.set(key, issue)
  }
  return issues
}
