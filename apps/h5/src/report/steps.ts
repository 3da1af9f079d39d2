/** A long form in steps: one screen at a time, required fields first, then the papers, the rest at the end. */
import type { FieldGroup } from '@timbermark/contract'
import type { FormGroup } from './form-model.ts'

export interface FormStep {
  key: 'codes' | 'papers' | FieldGroup | 'more'
  groups: readonly FormGroup[]
}

/** Forms with more fields than this are divided into steps; shorter ones are one page. */
const longForm = 28

/** The steps of a form, or none when it is short enough for one page. */
export function formSteps(groups: readonly FormGroup[]): FormStep[] | undefined {
  if (groups.reduce((sum, group) => sum + group.fields.length, 0) <= longForm) return undefined
  const needed = groups.filter(group => group.required > 0)
  const rest = groups.filter(group => group.required === 0)
  return [
    { key: 'codes', groups: [] },
    ...needed.map(group => ({ key: group.key, groups: [group] })),
    { key: 'papers', groups: [] },
    ...(rest.length > 0 ? [{ key: 'more' as const, groups: rest }] : []),
  ]
}

/** Parts other than answers that belong to the first step. */
const firstParts: ReadonlySet<string> = new Set(['codes', 'parentCode', 'templateId', 'parameterId'])

/** The index of the step that contains a form part. */
export function stepOf(steps: readonly FormStep[], at: string): number {
  const key = /^values\.(.+)$/.exec(at)?.[1]
  if (key === undefined)
    return firstParts.has(at) || at.startsWith('rows.') ? 0 : steps.findIndex(step => step.key === 'papers')
  const place = steps.findIndex(step => step.groups.some(group => group.fields.some(field => field.key === key)))
  return Math.max(0, place)
}
