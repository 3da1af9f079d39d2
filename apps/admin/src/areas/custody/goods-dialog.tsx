import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { formatNumber } from '@timbermark/client'
import type { OfferGoods } from '@timbermark/contract/calls'
import { Descriptions, Modal } from 'antd'
import type { ReactNode } from 'react'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useT } from '../../shell/index.ts'

type Goods = Pick<OfferGoods, 'product' | 'batchNumber' | 'ranges'>
type GoodsQuery<G extends Goods> = Pick<UseQueryOptions<G>, 'queryKey' | 'queryFn'>

/** A line about the goods beside what is printed on them; one without text is left out. */
export interface GoodsLine {
  key: string
  label: string
  children: ReactNode
}

/** What an offer or an invitation is about: the product, the codes as printed on the goods, and what was agreed. */
export function OfferedGoods<G extends Goods>({
  query,
  agreed = () => [],
}: {
  query: GoodsQuery<G>
  agreed?: (goods: G) => readonly GoodsLine[]
}) {
  const t = useT()
  const { data, error, refetch } = useQuery(query)
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 4 }} />
  const { product, batchNumber, ranges } = data
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
        ...agreed(data).filter(({ children }) => children),
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

/** The goods in a dialog of their own. */
export function GoodsDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Modal open footer={null} title={title} onCancel={onClose}>
      {children}
    </Modal>
  )
}
