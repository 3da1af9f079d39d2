import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { inspectionFields, transportDocumentFields, transportFields } from '../groups/transport.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 3: logs are inspected on their way from the forest to the factory. The outcome decides between the dispositions
 * conformant and non_conformant; this declaration has the ordinary case.
 */
export const forestInspection = {
  key: 'forestInspection',
  order: 3,
  fields: mark([...commonFields, ...transportFields, ...transportDocumentFields, ...inspectionFields, ...mediaFields], {
    required: ['transportMode', 'departurePlace', 'arrivalPlace', 'inspectionResult'],
    highlight: ['departurePlace', 'arrivalPlace', 'transportMode', 'inspectionResult'],
  }),
  levels: [1, 2],
  reach: 'batch',
  shape: 'observation',
  optional: false,
  epcis: { event: 'ObjectEvent', action: 'OBSERVE', bizStep: 'inspecting', disposition: 'conformant' },
} as const satisfies Stage
