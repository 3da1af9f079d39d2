import { stageTemplates } from '@timbermark/contract'
import type { Field, Language } from '@timbermark/contract'
import { bodyOf, initialValues } from '../../../entity/form/form-model.ts'
import type { FormValues } from '../../../entity/form/form-values.ts'
import type { Row } from '../../../entity/types.ts'
import { rowForForm } from '../../../entity/form/multilingual-fields.ts'
import { type AttributeDraft, toAttributeBody, toDraft } from './attributes.ts'

const plainFields = Object.entries(stageTemplates.fields as Record<string, Field>).filter(
  ([, field]) => !field.readonly,
)

const draftsOf = (row: Row | undefined) => (row?.attributes as AttributeDraft[] | undefined) ?? []

/**
 * Initial values of the form.
 * @param copyFrom a template to copy into a new one
 */
export function templateValues(row: Row | undefined, language: Language, copyFrom?: Row): FormValues {
  const source = row ?? (copyFrom && rowForForm(stageTemplates, copyFrom, language))
  return {
    ...initialValues(stageTemplates, source, { orderNum: 1 }),
    // A copy gets its own name; hidden names in other languages must not be copied along.
    ...(row ? {} : { name: undefined, displayNameTexts: undefined, visible: '0', status: '0' }),
    optional: source?.optional === true,
    certifiedOnly: source?.certifiedOnly !== false,
    expiredPapers: source?.expiredPapers ?? 'flag',
    overdrawnPapers: source?.overdrawnPapers ?? 'refuse',
    attributes: draftsOf(source).map(draft => ({
      ...toDraft(draft, language),
      ...(draft.input === 'text' ? { kind: draft.kind ?? 'text' } : {}),
    })),
  }
}

/** Body that adds a template or changes the changed fields; the attributes are sent as a whole, in their order. */
export function toTemplateBody(values: FormValues, row: Row | undefined, language: Language): FormValues | undefined {
  const attributes = ((values.attributes as AttributeDraft[] | undefined) ?? []).map(toAttributeBody)
  const before = draftsOf(row).map(draft => toAttributeBody(toDraft(draft, language)))
  const optional = values.optional === true
  const certifiedOnly = values.certifiedOnly !== false
  const { expiredPapers, overdrawnPapers } = values
  const fields = bodyOf(stageTemplates, plainFields, values, row)
  if (!row) return { ...fields, optional, certifiedOnly, expiredPapers, overdrawnPapers, attributes }
  const changed = {
    ...fields,
    ...(optional === (row.optional === true) ? {} : { optional }),
    ...(certifiedOnly === (row.certifiedOnly !== false) ? {} : { certifiedOnly }),
    ...(expiredPapers === (row.expiredPapers ?? 'flag') ? {} : { expiredPapers }),
    ...(overdrawnPapers === (row.overdrawnPapers ?? 'refuse') ? {} : { overdrawnPapers }),
    ...(JSON.stringify(attributes) === JSON.stringify(before) ? {} : { attributes }),
  }
  return Object.keys(changed).length === 0 ? undefined : { ...changed, id: row.id }
}
