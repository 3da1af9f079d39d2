import type { Kind } from '../kinds/kind.ts'
import type { StageField } from './types.ts'

/** Bounds of a value whose field names none. */
export const stageValueLimits = {
  text: 200,
  longText: 2000,
  document: 50,
  code: 200,
  files: 5,
  /** Largest magnitude and most digits after the point of a number: it stays exact, also as a double. */
  number: 1_000_000_000_000,
  scale: 6,
} as const

const { number: largest, scale } = stageValueLimits

/** What of a stage's field says what its value is; the type alone, where a value is only shown. */
export type StageValueFacts = Pick<StageField, 'type' | 'unit' | 'dict' | 'options' | 'min' | 'max' | 'happened'>

/**
 * What the value of a stage's field is. The field's type says more: how the phone asks for it. A code is scanned, a
 * document is looked up, and both are texts.
 */
export function kindOf(field: StageValueFacts): Kind {
  const { type, unit, happened } = field
  switch (type) {
    case 'text':
    case 'longText':
    case 'document':
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
