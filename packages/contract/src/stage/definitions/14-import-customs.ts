import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { customsDocumentFields, customsGoodsFields, importerFields } from '../groups/customs.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 14: Chinese customs clear the goods; for the step see stage 12.
 */
export const importCustoms = {
  key: 'importCustoms',
  order: 14,
  fields: mark([...commonFields, ...customsGoodsFields, ...importerFields, ...customsDocumentFields, ...mediaFields], {
    required: ['originCountry', 'customsNumber', 'consigneeName', 'importPort', 'importDate'],
    highlight: ['originCountry', 'importPort', 'importDate', 'consigneeName'],
  }),
  levels: [1, 2, 3],
  reach: 'batch',
  shape: 'observation',
  optional: false,
  epcis: { event: 'ObjectEvent', action: 'OBSERVE', bizStep: 'inspecting', disposition: 'conformant' },
} as const satisfies Stage
