import { commonFields, mediaFields } from '../groups/common.ts'
import { mark, pick } from '../groups/compose.ts'
import { goodsFields, manufacturerFields } from '../groups/end-product.ts'
import { inputFields, outputFields, productFields, residueFields, residueMaterial } from '../groups/factory.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 16: goods are worked again. Behind the port a batch is shared out: what one factory makes of its part does not
 * hold for the rest, so the record reaches only the codes reported and what they contain. Optional, because wood may be
 * sold as it came.
 */
export const secondaryProcessing = {
  key: 'secondaryProcessing',
  order: 16,
  fields: mark(
    [
      ...commonFields,
      ...inputFields,
      ...outputFields,
      ...residueFields,
      ...pick(
        productFields,
        'productName',
        'productLength',
        'productWidth',
        'productHeight',
        'productionDate',
        'productionBatch',
        'productQuality',
      ),
      ...goodsFields,
      ...manufacturerFields,
      ...mediaFields,
    ],
    {
      required: ['inputSpecies', 'inputVolume', 'outputVolume', 'productName'],
      highlight: ['productName', 'inputSpecies', 'outputVolume', 'manufacturerName'],
    },
  ),
  levels: [1, 2],
  reach: 'codes',
  shape: 'transformation',
  optional: true,
  material: {
    input: { species: 'inputSpecies', volume: 'inputVolume', form: ['sawn', 'log'] },
    output: { species: 'outputSpecies', volume: 'outputVolume', form: 'product' },
    ...residueMaterial,
  },
  epcis: { event: 'TransformationEvent', bizStep: 'commissioning', disposition: 'active' },
} as const satisfies Stage
