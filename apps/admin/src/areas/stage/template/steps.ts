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

const plainFields = Object.entries(stageCirculations.fields as Record<string, Field>).filter(
  ([, field]) => !field.readonly,
)

/** A step as the form holds it. */
export type StepDraft = Omit<CirculationStep, 'days' | 'responsible'> & {
  /** A string when the input is not a number. */
  days?: number | string | null
  responsible?: string | null
}

export const stepsOf = (row: Row | undefined) => (row?.steps as StepDraft[] | undefined) ?? []

/** Stages that a circulation does not have yet, in their usual order. */
export const remainingStages = (steps: readonly StepDraft[]): StageKey[] =>
  stageKeys.filter(stage => !steps.some(step => step.stage === stage))

/** The issue of the days that a step may take, if any. */
export const checkDays = ({ days }: Pick<StepDraft, 'days'>): Issue | undefined =>
  checkField('days', { kind: 'integer', min: 0, max: mostStepDays }, days)

/** The sent body, without empty fields. */
function toStepBody({ stage, required, days, responsible }: StepDraft): CirculationStep {
  const name = responsible?.trim()
  return { stage, required, ...(typeof days === 'number' && { days }), ...(name && { responsible: name }) }
}

/**
 * Initial values of the form.
 * @param copyFrom a circulation to copy into a new one
 */
export function circulationValues(row: Row | undefined, copyFrom?: Row): FormValues {
  return {
    ...initialValues(stageCirculations, row ?? copyFrom, {}),
    ...(row ? {} : { name: undefined, nameTexts: undefined, status: '0' }),
    steps: stepsOf(row ?? copyFrom).map(step => ({ ...step })),
  }
}

/** Body that adds a circulation or changes the changed fields; the steps are sent as a whole, in their order. */
export function toCirculationBody(values: FormValues, row: Row | undefined): FormValues | undefined {
  const steps = ((values.steps as StepDraft[] | undefined) ?? []).map(toStepBody)
  const fields = bodyOf(stageCirculations, plainFields, values, row)
  if (!row) return { ...fields, steps }
  const same = JSON.stringify(steps) === JSON.stringify(stepsOf(row).map(toStepBody))
  const changed = { ...fields, ...(same ? {} : { steps }) }
  return Object.keys(changed).length === 0 ? undefined : { ...changed, id: row.id }
}
