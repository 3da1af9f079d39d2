import type { StageField, StageFieldType } from './types.ts'

/** What a stage template adds to a stage's form: text, image, file or QR code; text may be of a kind. */
export interface StageAttribute {
  /** Key of the value, a letter followed by letters, digits or underscores (`attributeKeyPattern`). */
  key: string
  /** As the company wrote it, in its own language. */
  label: string
  /** `code`: a scanned QR code. */
  input: 'text' | 'image' | 'file' | 'code'
  /** Kind of a text; plain text when absent. */
  kind?: 'text' | 'number' | 'date' | 'choice' | 'place' | 'coordinates'
  required?: boolean
  /** Unit of a number: phrase `unit.<unit>`. */
  unit?: string
  /** Dictionary of a choice. */
  dict?: string
  /** Names or reaches a person. */
  personal?: boolean
}

/** Such a key can never be a name that every object has. */
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

/** The attribute as a field of the stage, so that it is asked for, checked and hashed as any other. */
export function attributeField(attribute: StageAttribute): StageField {
  return {
    key: attribute.key,
    type: attribute.input === 'text' ? ofText[attribute.kind ?? 'text'] : ofInput[attribute.input],
    group: 'template',
    ...(attribute.required && { required: true }),
    ...(attribute.unit && { unit: attribute.unit }),
    ...(attribute.dict && { dict: attribute.dict }),
    ...(attribute.personal && { personal: true }),
  }
}
