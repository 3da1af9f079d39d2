import { stageParameters } from '@timbermark/contract'
import type { Field, StageField, StageKey } from '@timbermark/contract'
import { isAbsent, type StageAttribute, stageByKey, valueFields } from '@timbermark/contract/stages'
import { bodyOf, initialValues } from '../../../entity/form/form-model.ts'
import type { FormValues } from '../../../entity/form/form-values.ts'
import type { Row } from '../../../entity/types.ts'

/** Pictures, files and codes belong to one report; every other field can be preset. */
const neverPreset: readonly StageField['type'][] = ['images', 'files', 'code']

/**
 * Fields of a stage that a parameter template can fill, in the order of the stage's form; none is required here.
 * @param attributes what the stage's templates add
 */
export function presetFields(stage: StageKey, attributes: readonly StageAttribute[] = []): StageField[] {
  return valueFields(stageByKey(stage), attributes)
    .filter(field => !neverPreset.includes(field.type))
    .map(field => ({ ...field, required: false }))
}

const plainFields = Object.entries(stageParameters.fields as Record<string, Field>).filter(
  ([, field]) => !field.readonly,
)

type Values = Record<string, unknown>

const withoutEmpty = (values: unknown): Values =>
  Object.fromEntries(Object.entries((values as Values | undefined) ?? {}).filter(([, value]) => !isAbsent(value)))

export function parameterValues(row: Row | undefined): FormValues {
  return { ...initialValues(stageParameters, row), values: withoutEmpty(row?.values) }
}

/** Body that adds a parameter template or changes the changed fields; the values are sent as a whole. */
export function toParameterBody(form: FormValues, row: Row | undefined): FormValues | undefined {
  const fields = bodyOf(stageParameters, plainFields, form, row)
  const values = withoutEmpty(form.values)
  if (!row) return { ...fields, values }
  const sorted = (all: Values) => JSON.stringify(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  const changed = { ...fields, ...(sorted(values) === sorted(withoutEmpty(row.values)) ? {} : { values }) }
  return Object.keys(changed).length === 0 ? undefined : { ...changed, id: row.id }
}
