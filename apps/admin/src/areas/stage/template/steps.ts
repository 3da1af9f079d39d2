import {
  checkField,
  type CirculationStep,
  type Field,
  type Issue,
  mostStepDays,
  type StageKey,
  stageCirculations,
  stageKeys,
} from '@timbermark/contract'
import { bodyOf, initialValues } from '../../../entity/form/form-model.ts'
import type { FormValues } from '../../../entity/form/form-values.ts'
import type { Row } from '../../../entity/types.ts'

const plain = Object.entries(stageCirculations.fields as Record<string, Field>).filter(([, field]) => !field.readonly)

/** A step as the form holds it: what is not filled in is empty. */
export type StepDraft = Omit<CirculationStep, 'days' | 'responsible'> & {
  /** A text for what was typed and is no number. */
  days?: number | string | null
  responsible?: string | null
}

export const stepsOf = (row: Row | undefined) => (row?.steps as StepDraft[] | undefined) ?? []

/** Stages that a circulation does not have yet, in their usual order. */
export const stagesLeft = (steps: readonly StepDraft[]): StageKey[] =>
  stageKeys.filter(stage => !steps.some(step => step.stage === stage))

/** What is wrong with the days that a step may take. */
export const daysIssue = ({ days }: Pick<StepDraft, 'days'>): Issue | undefined =>
  checkField('days', { kind: 'integer', min: 0, max: mostStepDays }, days)

/** What travels: what is empty is left out. */
function stepBody({ stage, required, days, responsible }: StepDraft): CirculationStep {
  const said = responsible?.trim()
  return { stage, required, ...(typeof days === 'number' && { days }), ...(said && { responsible: said }) }
}

/**
 * First values of the form.
 * @param like a circulation to begin a new one with.
 */
export function circulationValues(row: Row | undefined, like?: Row): FormValues {
  return {
    ...initialValues(stageCirculations, row ?? like, {}),
    ...(row ? {} : { name: undefined, nameTexts: undefined, status: '0' }),
    steps: stepsOf(row ?? like).map(step => ({ ...step })),
  }
}

/** Body that adds a circulation or changes what was changed; the steps travel as a whole, in their order. */
export function circulationBody(values: FormValues, row: Row | undefined): FormValues | undefined {
  const steps = ((values.steps as StepDraft[] | undefined) ?? []).map(stepBody)
  const fields = bodyOf(stageCirculations, plain, values, row)
  if (!row) return { ...fields, steps }
  const same = JSON.stringify(steps) === JSON.stringify(stepsOf(row).map(stepBody))
  const changed = { ...fields, ...(same ? {} : { steps }) }
  return Object.keys(changed).length === 0 ? undefined : { ...changed, id: row.id }
}
