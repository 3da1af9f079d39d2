import { ApiError, describeError, issueText } from '@timbermark/client'
import { listing, quote } from '@timbermark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Modal } from 'antd'
import { useState } from 'react'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { priceOf } from './listing-cells.tsx'
import { useClient, useT } from '../../shell/index.ts'
import { FieldItem } from '../../entity/form/field-item.tsx'

/** Quotes on a listing of another enterprise; its owner is shown the phone of whoever quotes once it is accepted. */
export function QuoteDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const refresh = useRefresh(listing)
  const [form] = Form.useForm<{ price: string }>()
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()

  const finish = async ({ price }: { price: string }) => {
    setSaving(true)
    setProblem(undefined)
    try {
      await client.call('POST /trade/quote', { body: { listingId: row.id, price } })
      feedback.done(t('trade.quote.sent'))
      await queries.invalidateQueries({ queryKey: ['entity', 'trade/quote'] })
      await refresh()
      onClose()
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues.filter(({ field }) => field === 'price') : []
      if (issues.length > 0)
        form.setFields([{ name: 'price', errors: issues.map(issue => issueText(t, issue, t('trade.quote.price'))) }])
      else setProblem(describeError(t, error).text || t('error.unknown'))
    } finally {
      setSaving(false)
    }
  }
  const expected = priceOf(t, row.expectedPrice)
  return (
    <Modal
      open
      title={t('trade.quote.title', { name: String(row.goodsName) })}
      okText={t('trade.listing.quote')}
      cancelText={t('action.cancel')}
      confirmLoading={saving}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} className="tm-form-problems" />}
      <p className="tm-muted">{t('trade.quote.expected', { price: expected })}</p>
      <Form form={form} layout="vertical" onFinish={finish}>
        <FieldItem entity={quote} name="price" />
      </Form>
      <p className="tm-muted tm-hint">{t('trade.quote.hint')}</p>
    </Modal>
  )
}
