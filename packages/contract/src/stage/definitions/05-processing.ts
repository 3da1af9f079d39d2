import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import {
  inputFields,
  legalityFields,
  outputFields,
  outputRuleFields,
  partyFields,
  productFields,
  rawMaterialFields,
  residueFields,
  residueMaterial,
} from '../groups/factory.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 5: logs become products. What goes in and what comes out is measured, so that nothing can be mixed in unseen.
 */
export const processing = {
  key: 'processing',
  order: 5,
  fields: mark(
    [
      ...commonFields,
      ...inputFields,
      ...rawMaterialFields,
      ...outputRuleFields,
      ...outputFields,
      ...residueFields,
      ...productFields,
      ...legalityFields,
      ...partyFields,
      ...mediaFields,
    ],
    {
      required: ['inputSpecies', 'inputVolume', 'outputVolume', 'productName', 'productionDate'],
      highlight: ['productName', 'inputSpecies', 'outputVolume', 'processingCertificate'],
    },
  ),
  levels: [1, 2],
  reach: 'batch',
  shape: 'transformation',
  optional: false,
  material: {
    input: { species: 'inputSpecies', volume: 'inputVolume', form: 'log' },
    output: { species: 'outputSpecies', volume: 'outputVolume', form: 'sawn' },
    ...residueMaterial,
  },
  epcis: { event: 'TransformationEvent', bizStep: 'commissioning', disposition: 'in_progress' },
} as const satisfies Stage
