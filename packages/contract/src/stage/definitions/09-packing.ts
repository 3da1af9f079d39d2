import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { handlingFields, packageFields } from '../groups/dock.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 9: items and packages go under a parent code, a package or a container. The levels are those of the children;
 * the parent is above them.
 */
export const packing = {
  key: 'packing',
  order: 9,
  fields: mark([...commonFields, ...packageFields, ...handlingFields, ...mediaFields], {
    required: ['quantity', 'packageNumber'],
    highlight: ['quantity', 'volume', 'containerNumber', 'sealNumber'],
  }),
  levels: [1, 2],
  reach: 'batch',
  shape: 'aggregation',
  optional: false,
  epcis: { event: 'AggregationEvent', action: 'ADD', bizStep: 'packing', disposition: 'in_progress' },
} as const satisfies Stage
