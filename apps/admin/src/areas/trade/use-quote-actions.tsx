import { listing, quote } from '@timbermark/contract'
import { type ReactNode, useState } from 'react'
import type { Action } from '../../entity/actions/action-button.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useTransitions } from '../../entity/actions/use-transitions.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { priceOf } from './listing-cells.tsx'
import { QuoteDialog } from './quote-dialog.tsx'
import { QuoteHistory } from './quote-history.tsx'

/**
 * The actions of a quote: the listing's owner accepts it, its author revises the amount, and both read its history. The owner
 * can also withdraw, or renew, the consent to show the phone number that accepting implies.
 */
export function useQuoteActions(): { ofRow: (row: Row) => Action[]; dialogs: ReactNode } {
  const t = useT()
  const { can } = useSession()
  const [revising, setRevising] = useState<Row>()
  const [reading, setReading] = useState<Row>()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(quote)
  const rowAction = useRowAction(quote)
  const transitions = useTransitions(quote, {
    params: row => ({ name: String(row.quoteEnterprise ?? row.quoteUser), price: priceOf(t, row.price) }),
    // The author may then request the full phone number, and the listing counts the acceptance.
    refresh: useRefresh(listing),
  })
  const setConsent = async (row: Row, open: boolean) => {
    try {
      await client.call('PUT /trade/quote/:id/phone', { params: { id: row.id }, body: { open } })
      await refresh()
      feedback.done(t(open ? 'trade.quote.phoneOpened' : 'trade.quote.phoneClosed'))
    } catch (error) {
      feedback.fail(error)
    }
  }
  const mayAccept = can('trade:quote:accept')
  const ofRow = (row: Row): Action[] => [
    ...transitions.ofRow(row),
    ...rowAction(row, 'closePhone', {
      hasPermission: mayAccept,
      confirm: {
        title: t('trade.quote.closePhoneTitle', { name: String(row.quoteEnterprise ?? row.quoteUser) }),
        text: t('trade.quote.closePhoneText'),
        ok: t('trade.quote.closePhone'),
      },
      run: () => setConsent(row, false),
    }),
    ...rowAction(row, 'openPhone', { hasPermission: mayAccept, run: () => setConsent(row, true) }),
    ...rowAction(row, 'revise', { hasPermission: can('trade:quote:add'), run: () => setRevising(row) }),
    { key: 'history', label: t('trade.quote.history'), run: () => setReading(row) },
  ]
  const dialogs = (
    <>
      {transitions.dialogs}
      {revising && <QuoteDialog row={revising} revises onClose={() => setRevising(undefined)} />}
      {reading && <QuoteHistory row={reading} onClose={() => setReading(undefined)} />}
    </>
  )
  return { ofRow, dialogs }
}
