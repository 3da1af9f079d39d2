import { commonFields, mediaFields } from '../groups/common.ts'
import { mark, pick } from '../groups/compose.ts'
import { fellingFields, labourFields, permitFields } from '../groups/forest.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 2: a tree becomes logs. The code is on the log, not on the tree, so the log is new goods (ObjectEvent
 * ADD); a TransformationEvent would need an input identity that most trees do not have.
 */
export const felling = {
  key: 'felling',
  order: 2,
  fields: mark(
    [
      ...commonFields,
      ...fellingFields,
      ...labourFields,
      ...pick(permitFields, 'annualLicence', 'noticeOfCommencement', 'subcontractingLetter', 'fellingPermit'),
      ...mediaFields,
    ],
    {
      required: ['treeSpecies', 'fellingTime', 'loggingPermitNumber'],
      highlight: ['treeSpecies', 'fellingTime', 'volume', 'loggingPermitNumber'],
    },
  ),
  levels: [1, 2],
  reach: 'batch',
  shape: 'observation',
  optional: false,
  material: { source: { species: 'treeSpecies', volume: 'volume', form: 'log', act: 'felled' } },
  epcis: { event: 'ObjectEvent', action: 'ADD', bizStep: 'commissioning', disposition: 'in_progress' },
} as const satisfies Stage
