import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { customsDocumentFields, customsGoodsFields, exporterFields } from '../groups/customs.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 12: customs of the source country clear the goods. The business vocabulary has no step for clearance; it leaves
 * the goods unchanged and says whether they conform, which is inspecting, and needs no own namespace.
 */
export const exportCustoms = {
  key: 'exportCustoms',
  order: 12,
  fields: mark([...commonFields, ...customsGoodsFields, ...exporterFields, ...customsDocumentFields, ...mediaFields], {
    required: ['originCountry', 'customsNumber', 'exporterName', 'exportPort', 'exportDate'],
    highlight: ['originCountry', 'exporterName', 'exportPort', 'exportDate'],
  }),
  levels: [1, 2, 3],
  reach: 'batch',
  shape: 'observation',
  optional: false,
  epcis: { event: 'ObjectEvent', action: 'OBSERVE', bizStep: 'inspecting', disposition: 'conformant' },
} as const satisfies Stage
