import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { dealerFields, manufacturerFields, specificationFields } from '../groups/end-product.ts'
import { transportDocumentFields, transportFields } from '../groups/transport.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 15: goods travel from the port to a factory, a warehouse or a dealer, often still in their container.
 */
export const endTransport = {
  key: 'endTransport',
  order: 15,
  fields: mark(
    [
      ...commonFields,
      ...transportFields,
      ...transportDocumentFields,
      ...specificationFields,
      ...manufacturerFields,
      ...dealerFields,
      ...mediaFields,
    ],
    {
      required: ['transportMode', 'departurePlace', 'arrivalPlace'],
      highlight: ['departurePlace', 'arrivalPlace', 'transportMode', 'arrivalTime'],
    },
  ),
  levels: [1, 2, 3],
  reach: 'batch',
  shape: 'observation',
  optional: false,
  epcis: { event: 'ObjectEvent', action: 'OBSERVE', bizStep: 'transporting', disposition: 'in_transit' },
} as const satisfies Stage
