import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { inspectionFields, transportDocumentFields, transportFields } from '../groups/transport.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 8: products are inspected on their way from the factory to the dock, as logs are in stage 3.
 */
export const dockInspection = {
  key: 'dockInspection',
  order: 8,
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
