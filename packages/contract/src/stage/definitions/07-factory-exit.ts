import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { deliveryFields, partyFields, storageFields } from '../groups/factory.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 7: products leave the factory.
 */
export const factoryExit = {
  key: 'factoryExit',
  order: 7,
  fields: mark([...commonFields, ...storageFields, ...deliveryFields, ...partyFields, ...mediaFields], {
    required: ['outboundOrder', 'quantity'],
    highlight: ['quantity', 'packageVolume', 'deliveryPlace'],
  }),
  levels: [1, 2],
  reach: 'batch',
  shape: 'observation',
  optional: false,
  epcis: { event: 'ObjectEvent', action: 'OBSERVE', bizStep: 'shipping', disposition: 'in_transit' },
} as const satisfies Stage
