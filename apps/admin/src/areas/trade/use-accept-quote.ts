import { listing, quote } from '@timbermark/contract'
import type { Action } from '../../entity/action-button.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useTransitions } from '../../entity/use-transitions.tsx'
import { useT } from '../../shell/index.ts'
import { priceOf } from './listing-cells.tsx'

/** The one thing that can be done with a quote: the listing's owner accepts it. */
export function useAcceptQuote(): (row: Row) => Action[] {
  const t = useT()
  return useTransitions(quote, {
    params: row => ({ name: String(row.quoteEnterprise ?? row.quoteUser), price: priceOf(t, row.price) }),
    // Its maker then sees the whole phone number, and the listing counts it.
    refresh: useRefresh(listing),
  }).ofRow
}
