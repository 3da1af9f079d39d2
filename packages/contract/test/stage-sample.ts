import { type StageKey, stageKeys } from '../src/stage/keys.ts'
import type { StageField } from '../src/stage/types.ts'

/** Volumes of a batch that goes through all stages: from the first factory on there is no more wood than it made. */
const afterFactory: Readonly<Record<string, string>> = {
  packageVolume: '8',
  volume: '8',
  inputVolume: '8',
  outputVolume: '5',
}

/** With the output they are less than the input. */
const residues: readonly string[] = ['offcutsVolume', 'sawdustVolume', 'barkVolume']

const isAfterFactory = (stage: StageKey): boolean => stageKeys.indexOf(stage) > stageKeys.indexOf('processing')

/**
 * A value that fits the field, as the phone would send it.
 * @param stage where one batch goes through all stages
 */
export function sampleValue(field: StageField, stage?: StageKey): unknown {
  const volume = stage && isAfterFactory(stage) ? afterFactory[field.key] : undefined
  if (volume !== undefined) return volume
  switch (field.type) {
    case 'text':
    case 'longText':
    case 'document':
    case 'plot':
    case 'code':
      return `${field.key} é`
    case 'number':
      // Twelve logs that are 12.5 m long and this thick have 12.5 m³.
      if (field.key === 'outputVolume') return '8'
      if (residues.includes(field.key)) return '0.75'
      return field.unit === 'cm' ? '32.5' : '12.5'
    case 'integer':
      return '12'
    case 'date':
      return '2026-03-31'
    case 'datetime':
      return '2026-03-31T08:30:00+01:00'
    case 'yesNo':
      return false
    case 'choice':
      return field.options?.[0]
    case 'dict':
      return 'OKO'
    case 'country':
      return 'GA'
    case 'coordinates':
      return [9.4543, '0.3901']
    case 'images':
    case 'files':
      return ['f1', 'f2']
  }
}

/** Rules and what only they need: the volumes of samples are written by hand. */
const byRule: readonly string[] = ['measureRule', 'middleDiameter', 'outputRule']

/** Fields that somebody fills in who writes volumes by hand, and has no plots stored. */
export const byHand = ({ key, type }: StageField): boolean => !byRule.includes(key) && type !== 'plot'

export function sampleValues(fields: Iterable<StageField>): Record<string, unknown> {
  return Object.fromEntries([...fields].filter(byHand).map(field => [field.key, sampleValue(field)]))
}
