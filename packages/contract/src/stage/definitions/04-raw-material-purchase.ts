import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { legalityFields, partyFields, purchaseFields, rawMaterialFields } from '../groups/factory.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 4: the factory buys logs. Ownership passes from the supplier to the processor.
 */
export const rawMaterialPurchase = {
  key: 'rawMaterialPurchase',
  order: 4,
  fields: mark(
    [...commonFields, ...purchaseFields, ...rawMaterialFields, ...legalityFields, ...partyFields, ...mediaFields],
    {
      required: ['treeSpecies', 'volume', 'rawMaterialCountry', 'purchaseTime', 'supplierName'],
      highlight: ['treeSpecies', 'rawMaterialCountry', 'supplierName', 'volume'],
    },
  ),
  levels: [1, 2],
  reach: 'batch',
  shape: 'observation',
  optional: false,
  material: { source: { species: 'treeSpecies', volume: 'volume', form: 'log', act: 'purchased' } },
  epcis: { event: 'TransactionEvent', action: 'ADD', bizStep: 'accepting', disposition: 'in_progress' },
} as const satisfies Stage
