import { listing, quote } from '@timbermark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { FieldItem } from '../../entity/form/field-item.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import { priceOf } from './listing-cells.tsx'

interface QuoteForm {
  price: string
  validUntil?: string | null
}

interface QuoteDialogProps {
  /** A listing of another enterprise, or the own quote whose amount is revised. */
  row: Row
  revises?: boolean
  onClose: () => void
}

/** Quotes on a listing of another enterprise, or revises the amount of such a quote. */
export function QuoteDialog({ row, revises = false, onClose }: QuoteDialogProps) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const refresh = useRefresh(listing)
  const [form] = Form.useForm<QuoteForm>()
  const name = String(row.goodsName)
  return (
    <DialogForm<QuoteForm>
      form={form}
      title={t(revises ? 'trade.quote.reviseTitle' : 'trade.quote.title', { name })}
      ok={t(revises ? 'trade.quote.revise' : 'trade.listing.quote')}
      initial={{}}
      label={field => t.from(`trade.quote.${field}`)}
      onClose={onClose}
      send={async ({ price, validUntil }, headersFor) => {
        const amount = { price, validUntil: validUntil || null }
        if (revises)
          await client.call('PUT /trade/quote/:id/revise', {
            params: { id: row.id },
            body: amount,
            headers: headersFor(amount),
          })
        else {
          const body = { listingId: row.id, ...amount }
          await client.call('POST /trade/quote', { body, headers: headersFor(body) })
        }
        feedback.done(t(revises ? 'trade.quote.revised' : 'trade.quote.sent'))
        await queries.invalidateQueries({ queryKey: ['entity', 'trade/quote'] })
        await refresh()
      }}
    >
      <p className="tm-muted">
        {revises
          ? t('trade.quote.before', { price: priceOf(t, row.price) })
          : t('trade.quote.expected', { price: priceOf(t, row.expectedPrice) })}
      </p>
      <FieldItem entity={quote} name="price" />
      <FieldItem entity={quote} name="validUntil" hint={t('trade.quote.validUntilHint')} />
      <p className="tm-muted tm-hint">{t(revises ? 'trade.quote.reviseHint' : 'trade.quote.hint')}</p>
    </DialogForm>
  )
}
