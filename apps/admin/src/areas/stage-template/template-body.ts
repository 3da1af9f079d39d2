import { stageTemplates } from '@timbermark/contract'
import type { Field } from '@timbermark/contract'
import { bodyOf, type FormValues, initialValues } from '../../entity/form/form-model.ts'
import type { Row } from '../../entity/types.ts'
import { type AttributeDraft, attributeBody } from './attributes.ts'

const plain = Object.entries(stageTemplates.fields as Record<string, Field>).filter(([, field]) => !field.readonly)

const draftsOf = (row: Row | undefined) => (row?.attributes as AttributeDraft[] | undefined) ?? []

/**
 * First values of the form.
 * @param like a template to begin a new one with.
 */
export function templateValues(row: Row | undefined, like?: Row): FormValues {
  const source = row ?? like
  return {
    ...initialValues(stageTemplates, source, { orderNum: 1 }),
    ...(row ? {} : { name: undefined, visible: '0', status: '0' }),
    optional: source?.optional === true,
    attributes: draftsOf(source).map(draft => ({
      ...draft,
      ...(draft.input === 'text' ? { kind: draft.kind ?? 'text' } : {}),
    })),
  }
}

/** Body that adds a template or changes what was changed; the attributes travel as a whole, in their order. */
export function templateBody(values: FormValues, row: Row | undefined): FormValues | undefined {
  const attributes = ((values.attributes as AttributeDraft[] | undefined) ?? []).map(attributeBody)
  const optional = values.optional === true
  const fields = bodyOf(stageTemplates, plain, values, row)
  if (!row) return { ...fields, optional, attributes }
  const changed = {
    ...fields,
    ...(optional === (row.optional === true) ? {} : { optional }),
    ...(JSON.stringify(attributes) === JSON.stringify(draftsOf(row).map(attributeBody)) ? {} : { attributes }),
  }
  return Object.keys(changed).length === 0 ? undefined : { ...changed, id: row.id }
}
