import { formatDate, formatDateTime } from '@timbermark/client'
import { useQuery } from '@tanstack/react-query'
import { Modal, Timeline } from 'antd'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import type { Row } from '../../entity/types.ts'
import { useClient, useT } from '../../shell/index.ts'
import { priceOf } from './listing-cells.tsx'

/** The amounts of a quote over time, newest first. */
export function QuoteHistory({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'trade/quote', 'history', row.id],
    queryFn: ({ signal }) => client.call('GET /trade/quote/:id/history', { params: { id: row.id }, signal }),
  })
  return (
    <Modal open footer={null} title={t('trade.quote.historyTitle', { name: String(row.goodsName) })} onCancel={onClose}>
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 4 }} />
      ) : (
        <Timeline
          items={data.map(amount => ({
            key: amount.id,
            content: (
              <>
                <strong className="tm-number">
                  {priceOf(t, amount.price)} {t('unit.yuan')}
                </strong>
                <div className="tm-muted">
                  {amount.quoteUser} · {formatDateTime(amount.quoteTime)}
                  {amount.validUntil && ` · ${t('trade.quote.validUntil')} ${formatDate(amount.validUntil)}`}
                </div>
              </>
            ),
          }))}
        />
      )}
    </Modal>
  )
}
