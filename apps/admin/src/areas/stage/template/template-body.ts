import { stageTemplates } from '@timbermark/contract'
import type { Field, Language } from '@timbermark/contract'
import { bodyOf, initialValues } from '../../../entity/form/form-model.ts'
import type { FormValues } from '../../../entity/form/form-values.ts'
import type { Row } from '../../../entity/types.ts'
import { rowForForm } from '../../../entity/form/multilingual-fields.ts'
import { type AttributeDraft, attributeBody, draftOf } from './attributes.ts'

const plain = Object.entries(stageTemplates.fields as Record<string, Field>).filter(([, field]) => !field.readonly)

const draftsOf = (row: Row | undefined) => (row?.attributes as AttributeDraft[] | undefined) ?? []

/**
 * First values of the form.
 * @param like a template to begin a new one with.
 */
export function templateValues(row: Row | undefined, language: Language, like?: Row): FormValues {
  const source = row ?? (like && rowForForm(stageTemplates, like, language))
  return {
    ...initialValues(stageTemplates, source, { orderNum: 1 }),
    // A copy will be called otherwise; what it was called in the other languages would stay unseen.
    ...(row ? {} : { name: undefined, displayNameTexts: undefined, visible: '0', status: '0' }),
    optional: source?.optional === true,
    certifiedOnly: source?.certifiedOnly !== false,
    expiredPapers: source?.expiredPapers ?? 'flag',
    attributes: draftsOf(source).map(draft => ({
      ...draftOf(draft, language),
      ...(draft.input === 'text' ? { kind: draft.kind ?? 'text' } : {}),
    })),
  }
}

/** Body that adds a template or changes what was changed; the attributes travel as a whole, in their order. */
export function templateBody(values: FormValues, row: Row | undefined, language: Language): FormValues | undefined {
  const attributes = ((values.attributes as AttributeDraft[] | undefined) ?? []).map(attributeBody)
  const before = draftsOf(row).map(draft => attributeBody(draftOf(draft, language)))
  const optional = values.optional === true
  const certifiedOnly = values.certifiedOnly !== false
  const { expiredPapers } = values
  const fields = bodyOf(stageTemplates, plain, values, row)
  if (!row) return { ...fields, optional, certifiedOnly, expiredPapers, attributes }
  const changed = {
    ...fields,
    ...(optional === (row.optional === true) ? {} : { optional }),
    ...(certifiedOnly === (row.certifiedOnly !== false) ? {} : { certifiedOnly }),
    ...(expiredPapers === (row.expiredPapers ?? 'flag') ? {} : { expiredPapers }),
    ...(JSON.stringify(attributes) === JSON.stringify(before) ? {} : { attributes }),
  }
  return Object.keys(changed).length === 0 ? undefined : { ...changed, id: row.id }
}
