import { useQuery } from '@tanstack/react-query'
import { formatNumber, queryKeys } from '@timbermark/client'
import { Descriptions, Modal } from 'antd'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import type { Row } from '../../entity/types.ts'
import { useClient, useT } from '../../shell/index.ts'

/** What an offer consists of: the product, the codes as printed on the goods, and what was agreed. */
export function OfferedGoods({ id }: { id: number }) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.entity('custody/offer'), 'goods', id],
    queryFn: ({ signal }) => client.call('GET /custody/offer/:id/goods', { params: { id }, signal }),
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 4 }} />
  const { product, batchNumber, place, terms, ranges } = data
  const names = [product.name, product.chineseName, product.foreignName, product.latinName]
  return (
    <Descriptions
      column={1}
      size="small"
      className="tm-form-problems"
      items={[
        {
          key: 'product',
          label: t('custody.offer.productId'),
          children: [...new Set(names)].filter(Boolean).join(' · '),
        },
        { key: 'batch', label: t('catalog.batch.batchNumber'), children: batchNumber },
        ...(place ? [{ key: 'place', label: t('custody.offer.place'), children: place }] : []),
        ...(terms ? [{ key: 'terms', label: t('custody.offer.terms'), children: terms }] : []),
        ...ranges.map(({ codeType, first, last, count }) => ({
          key: first,
          label: t(`code.request.codeType.${codeType}`),
          children: (
            <span className="tm-code">
              {count === 1 ? first : t('custody.offer.range', { first, last, n: formatNumber(count, t.language) })}
            </span>
          ),
        })),
      ]}
    />
  )
}

export function GoodsDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  return (
    <Modal open footer={null} title={String(row.goods)} onCancel={onClose}>
      <OfferedGoods id={row.id} />
    </Modal>
  )
}
