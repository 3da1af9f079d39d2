import type { TextKind } from '../kinds/kind.ts'
import type { Texts } from '../kinds/texts.ts'
import type { FieldGroup, StageField, StageFieldType } from './types.ts'

/** A field that a stage template adds to a stage's form: text, image, file or QR code; a text may have a kind. */
export interface StageAttribute {
  /** Key of the value, a letter followed by letters, digits or underscores (`attributeKeyPattern`). */
  key: string
  /** In the company's first language. */
  label: string
  /** Labels by language. */
  labelTexts?: Texts
  /** `code`: a scanned QR code. */
  input: 'text' | 'image' | 'file' | 'code'
  /** Kind of a text; plain text when absent. */
  kind?: 'text' | 'number' | 'date' | 'choice' | 'place' | 'coordinates'
  required?: boolean
  /** Unit of a number: phrase `unit.<unit>`. */
  unit?: string
  /** Dictionary of a choice. */
  dict?: string
  /** Personal data. */
  personal?: boolean
  /** Position among the stage's own fields: in this group, after `after`, or at its head. */
  place?: { group: FieldGroup; after?: string }
}

/** Label of an attribute. */
export const attributeLabel = { kind: 'text', max: 50, inLanguages: true } as const satisfies TextKind

/** The pattern excludes all names of `Object.prototype`. */
export const attributeKeyPattern = /^[A-Za-z][A-Za-z0-9_]{0,39}$/

const ofText: Record<NonNullable<StageAttribute['kind']>, StageFieldType> = {
  text: 'text',
  number: 'number',
  date: 'date',
  choice: 'dict',
  place: 'text',
  coordinates: 'coordinates',
}
const ofInput: Record<Exclude<StageAttribute['input'], 'text'>, StageFieldType> = {
  image: 'images',
  file: 'files',
  code: 'code',
}

/** The attribute as a field of the stage: forms, checks and hashes treat it like any other. */
export function attributeField(attribute: StageAttribute): StageField {
  return {
    key: attribute.key,
    type: attribute.input === 'text' ? ofText[attribute.kind ?? 'text'] : ofInput[attribute.input],
    group: attribute.place?.group ?? 'template',
    ...(attribute.place && { after: attribute.place.after ?? '' }),
    ...(attribute.required && { required: true }),
    ...(attribute.unit && { unit: attribute.unit }),
    ...(attribute.dict && { dict: attribute.dict }),
    ...(attribute.personal && { personal: true }),
  }
}
