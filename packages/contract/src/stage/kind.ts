import type { Kind } from '../kinds/kind.ts'
import type { StageField } from './types.ts'

/** Default bounds of values. */
export const stageValueLimits = {
  text: 200,
  longText: 2000,
  document: 50,
  plot: 50,
  code: 200,
  files: 5,
  /** Largest magnitude and most decimal places of a number: exact as a double too. */
  number: 1_000_000_000_000,
  scale: 6,
} as const

const { number: largest, scale } = stageValueLimits

/** Members of a stage's field that define its value; only the type when a value is just shown. */
export type StageValueFacts = Pick<StageField, 'type' | 'unit' | 'dict' | 'options' | 'min' | 'max' | 'happened'>

/**
 * Kind of a stage field's value. The field's type also decides the input on the phone: a code is scanned, a document and
 * a plot are looked up, and all are texts.
 */
export function kindOf(field: StageValueFacts): Kind {
  const { type, unit, happened } = field
  switch (type) {
    case 'text':
    case 'longText':
    case 'document':
    case 'plot':
    case 'code':
      return { kind: 'text', max: field.max ?? stageValueLimits[type], ...(type === 'longText' && { lines: 3 }) }
    case 'number':
    case 'integer':
      return {
        kind: type === 'number' ? 'decimal' : 'integer',
        min: field.min ?? -largest,
        max: field.max ?? largest,
        scale,
        digits: scale,
        unit,
      }
    case 'date':
    case 'datetime':
      return { kind: type, happened }
    case 'yesNo':
      return { kind: 'flag' }
    case 'choice':
      return { kind: 'choice', options: field.options ?? [] }
    case 'dict':
      return { kind: 'dict', dict: field.dict ?? '' }
    case 'country':
    case 'coordinates':
      return { kind: type }
    case 'images':
    case 'files':
      return { kind: type, maxItems: field.max ?? stageValueLimits.files }
  }
}
