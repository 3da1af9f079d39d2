import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { partyFields, storageFields } from '../groups/factory.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 6: products are stored in the factory. A mill that loads from the saw has no warehouse, so it is optional.
 */
export const factoryEntry = {
  key: 'factoryEntry',
  order: 6,
  fields: mark([...commonFields, ...storageFields, ...partyFields, ...mediaFields], {
    required: ['storageTime', 'warehouse', 'quantity'],
    highlight: ['storageTime', 'quantity', 'packageVolume'],
  }),
  levels: [1, 2],
  reach: 'batch',
  shape: 'observation',
  optional: true,
  epcis: { event: 'ObjectEvent', action: 'OBSERVE', bizStep: 'storing', disposition: 'sellable_not_accessible' },
} as const satisfies Stage
