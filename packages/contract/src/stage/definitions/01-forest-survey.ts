import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { forestFields, labourFields, permitFields } from '../groups/forest.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 1: the forest is surveyed and its trees are marked. The mark gives a tree its identity, hence ADD and
 * commissioning. The same facts hold for all wood of the plot.
 */
export const forestSurvey = {
  key: 'forestSurvey',
  order: 1,
  fields: mark([...commonFields, ...forestFields, ...labourFields, ...permitFields, ...mediaFields], {
    required: ['forestLevel', 'forestLocation'],
    highlight: ['forestLocation', 'forestLevel', 'forestArea', 'resourceStatus'],
  }),
  levels: [1, 2],
  reach: 'batch',
  shape: 'observation',
  optional: false,
  epcis: { event: 'ObjectEvent', action: 'ADD', bizStep: 'commissioning', disposition: 'active' },
} as const satisfies Stage
