import { stageParameters } from '@timbermark/contract'
import type { Field, StageField, StageKey } from '@timbermark/contract'
import { isAbsent, type StageAttribute, stageByKey, valueFields } from '@timbermark/contract/stages'
import { bodyOf, initialValues } from '../../../entity/form/form-model.ts'
import type { FormValues } from '../../../entity/form/form-values.ts'
import type { Row } from '../../../entity/types.ts'

/** Pictures, files and codes belong to one report; anything else can be given beforehand. */
const neverPreset: readonly StageField['type'][] = ['images', 'files', 'code']

/**
 * Fields of a stage that a parameter template can fill, in the order of the stage's form; none is required here.
 * @param attributes what the stage's templates add.
 */
export function presetFields(stage: StageKey, attributes: readonly StageAttribute[] = []): StageField[] {
  return valueFields(stageByKey(stage), attributes)
    .filter(field => !neverPreset.includes(field.type))
    .map(field => ({ ...field, required: false }))
}

const plain = Object.entries(stageParameters.fields as Record<string, Field>).filter(([, field]) => !field.readonly)

type Values = Record<string, unknown>

const given = (values: unknown): Values =>
  Object.fromEntries(Object.entries((values as Values | undefined) ?? {}).filter(([, value]) => !isAbsent(value)))

export function parameterValues(row: Row | undefined): FormValues {
  return { ...initialValues(stageParameters, row), values: given(row?.values) }
}

/** Body that adds a parameter template or changes what was changed; the values travel as a whole. */
export function parameterBody(form: FormValues, row: Row | undefined): FormValues | undefined {
  const fields = bodyOf(stageParameters, plain, form, row)
  const values = given(form.values)
  if (!row) return { ...fields, values }
  const sorted = (all: Values) => JSON.stringify(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  const changed = { ...fields, ...(sorted(values) === sorted(given(row.values)) ? {} : { values }) }
  return Object.keys(changed).length === 0 ? undefined : { ...changed, id: row.id }
}
