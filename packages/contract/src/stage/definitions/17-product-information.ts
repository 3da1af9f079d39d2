import { commonFields, mediaFields } from '../groups/common.ts'
import { mark, pick } from '../groups/compose.ts'
import { dealerFields, goodsFields, manufacturerFields } from '../groups/end-product.ts'
import { productFields } from '../groups/factory.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 17: what the end product is and who answers for it. It describes the goods in hand, which are a part of the
 * batch since stage 16, so it reaches only their codes.
 */
export const productInformation = {
  key: 'productInformation',
  order: 17,
  fields: mark(
    [
      ...commonFields,
      ...pick(productFields, 'productName', 'productLength', 'productWidth', 'productHeight', 'productQuality'),
      ...goodsFields,
      ...manufacturerFields,
      ...dealerFields,
      ...mediaFields,
    ],
    {
      required: ['productName', 'specification', 'manufacturerName'],
      highlight: ['productName', 'specification', 'manufacturerName', 'productQuality'],
    },
  ),
  levels: [1, 2],
  reach: 'codes',
  shape: 'observation',
  optional: false,
  epcis: { event: 'ObjectEvent', action: 'OBSERVE', bizStep: 'inspecting', disposition: 'conformant' },
} as const satisfies Stage
