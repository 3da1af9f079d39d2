import { perLanguage } from '../kinds/texts.ts'
import { languages } from '../limits.ts'
import type { StageAttribute } from '../stage/attribute.ts'
import type { FormContent, FormField, FormKind } from './form.ts'

/** Why a field, or a rule of it, cannot be part of a stage template. */
export type OmissionReason = 'kind' | 'options' | 'rules' | 'widthAndGroups'

const inputs: Partial<Record<FormKind, Pick<StageAttribute, 'input' | 'kind'>>> = {
  text: { input: 'text' },
  integer: { input: 'text', kind: 'number' },
  decimal: { input: 'text', kind: 'number' },
  date: { input: 'text', kind: 'date' },
  dict: { input: 'text', kind: 'choice' },
  coordinates: { input: 'text', kind: 'coordinates' },
  images: { input: 'image' },
  files: { input: 'file' },
  code: { input: 'code' },
}

const hasRules = ({ min, max, pattern, scale, maxItems }: FormField) =>
  [min, max, pattern, scale, maxItems].some(rule => rule !== undefined)

/** Longest label of an attribute. */
const longestLabel = 50
const cut = (text: string) => [...text].slice(0, longestLabel).join('')

/**
 * A form as the attributes of a stage template: text, picture, file and QR code.
 * @returns the attributes in form order, and what they cannot express
 */
export function formAttributes({ groups }: FormContent): {
  /** Without keys: the template assigns them, so that none collides with a field of the stage. */
  attributes: Omit<StageAttribute, 'key' | 'unit'>[]
  omitted: { field?: FormField; why: OmissionReason }[]
} {
  const fields = groups.flatMap(group => group.fields)
  const left: { field?: FormField; why: OmissionReason }[] = []
  const attributes = fields.flatMap((field): Omit<StageAttribute, 'key' | 'unit'>[] => {
    const input = inputs[field.kind]
    if (!input) {
      left.push({ field, why: field.kind === 'choice' ? 'options' : 'kind' })
      return []
    }
    if (hasRules(field)) left.push({ field, why: 'rules' })
    return [
      {
        label: cut(field.labels[languages[0]]),
        labelTexts: perLanguage(language => cut(field.labels[language])),
        ...input,
        ...(field.required && { required: true }),
        ...(field.dict && { dict: field.dict }),
      },
    ]
  })
  if (groups.length > 1 || fields.some(field => field.width !== 24)) left.push({ why: 'widthAndGroups' })
  return { attributes, omitted: left }
}
