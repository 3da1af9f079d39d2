import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { exitFields, handlingFields } from '../groups/dock.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 11: goods leave the dock warehouse for the ship. Optional as the entry is.
 */
export const dockExit = {
  key: 'dockExit',
  order: 11,
  fields: mark([...commonFields, ...exitFields, ...handlingFields, ...mediaFields], {
    required: ['warehouse', 'quantity'],
    highlight: ['warehouse', 'quantity', 'containerNumber'],
  }),
  levels: [1, 2, 3],
  reach: 'batch',
  shape: 'observation',
  optional: true,
  epcis: { event: 'ObjectEvent', action: 'OBSERVE', bizStep: 'departing', disposition: 'in_transit' },
} as const satisfies Stage
