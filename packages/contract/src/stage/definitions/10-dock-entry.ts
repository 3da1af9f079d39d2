import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { entryFields, handlingFields } from '../groups/dock.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 10: goods are received in the dock warehouse. Optional, because a container may go straight on board.
 */
export const dockEntry = {
  key: 'dockEntry',
  order: 10,
  fields: mark([...commonFields, ...entryFields, ...handlingFields, ...mediaFields], {
    required: ['warehouse', 'quantity'],
    highlight: ['warehouse', 'quantity', 'containerNumber'],
  }),
  levels: [1, 2, 3],
  reach: 'batch',
  shape: 'observation',
  optional: true,
  epcis: { event: 'ObjectEvent', action: 'OBSERVE', bizStep: 'receiving', disposition: 'in_progress' },
} as const satisfies Stage
