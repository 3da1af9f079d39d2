import { commonFields, mediaFields } from '../groups/common.ts'
import { mark } from '../groups/compose.ts'
import { dealerFields, goodsFields, manufacturerFields, saleFields } from '../groups/end-product.ts'
import type { Stage } from '../types.ts'

/**
 * Stage 18: the end product is sold. A sale is of these codes and no others.
 */
export const productSales = {
  key: 'productSales',
  order: 18,
  fields: mark(
    [...commonFields, ...saleFields, ...goodsFields, ...dealerFields, ...manufacturerFields, ...mediaFields],
    {
      required: ['dealerName', 'saleTime'],
      highlight: ['dealerName', 'saleTime', 'quantity', 'specification'],
    },
  ),
  levels: [1, 2],
  reach: 'codes',
  shape: 'observation',
  optional: false,
  epcis: { event: 'ObjectEvent', action: 'OBSERVE', bizStep: 'retail_selling', disposition: 'retail_sold' },
} as const satisfies Stage
