import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { shippingFields } from '../groups/transport.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 13: goods are loaded and shipped. Reported when the waybill is issued, that is when they are on board.
 */
export const seaShipping = {
  key: 'seaShipping',
  order: 13,
  fields: mark([...commonFields, ...shippingFields, ...mediaFields], {
    required: ['departurePort', 'destinationPort', 'carrierName', 'waybill'],
    highlight: ['departurePort', 'destinationPort', 'carrierName', 'voyageNumber'],
  }),
  levels: [1, 2, 3],
  reach: 'batch',
  shape: 'observation',
  optional: false,
  epcis: { event: 'ObjectEvent', action: 'OBSERVE', bizStep: 'loading', disposition: 'in_transit' },
} as const satisfies Stage
