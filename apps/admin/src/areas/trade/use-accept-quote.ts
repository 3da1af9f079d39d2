import { listing, quote } from '@timbermark/contract'
import type { Action } from '../../entity/action-button.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { rowVerb } from '../../entity/row-verb.ts'
import { priceOf } from './listing-cells.tsx'

/** The one thing that can be done with a quote: the listing's owner accepts it. */
export function useAcceptQuote(): (row: Row) => Action[] {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refreshQuotes = useRefresh(quote)
  const refreshListings = useRefresh(listing)
  const { can } = useSession()
  return row =>
    rowVerb(t, row, 'accept', can('trade:quote:accept'), {
      label: t('trade.quote.accept'),
      confirm: {
        title: t('trade.quote.acceptTitle', {
          name: String(row.quoteEnterprise ?? row.quoteUser),
          price: priceOf(t, row.price),
        }),
        text: t('trade.quote.acceptText'),
        ok: t('trade.quote.accept'),
      },
      run: async () => {
        await client.put(`/trade/quote/${row.id}/accept`)
        feedback.done()
        await refreshQuotes()
        await refreshListings()
      },
    })
}
