import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@timbermark/client'
import { useId } from 'react'
import { Link } from 'react-router'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { toneOf } from '../../entity/values/tone.ts'
import type { Row } from '../../entity/types.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'

/** Number of newest listings shown; the market has the rest. */
const maxListings = 5

/** The enterprise's own listings of a product, newest first, for the details of the product or of its batches. */
export function ProductListings({ productId, ofBatch = false }: { productId: number; ofBatch?: boolean }) {
  const t = useT()
  const heading = useId()
  const client = useClient()
  const { can } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'trade/listing', 'ofProduct', productId],
    queryFn: ({ signal }) => client.list<Row>(`/trade/listing/list`, { productId, limit: maxListings }, { signal }),
  })
  const total = data?.total ?? 0
  return (
    <section className="tm-panel" aria-labelledby={heading}>
      <h3 id={heading}>{t(ofBatch ? 'trade.listing.ofItsProduct' : 'trade.listing.ofThisProduct')}</h3>
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} title={false} paragraph={{ rows: 2 }} />
      ) : total === 0 ? (
        <p className="tm-muted">{t('trade.listing.noneOfProduct')}</p>
      ) : (
        <ul>
          {data.rows.map(row => (
            <li key={row.id}>
              {can('trade:listing:query') ? (
                <Link to={`/trade/publishInfo/detail/${row.id}`}>{String(row.goodsName)}</Link>
              ) : (
                String(row.goodsName)
              )}{' '}
              <ToneTag>{t.from(`trade.listing.kind.${row.kind}`)}</ToneTag>{' '}
              <ToneTag tone={toneOf(String(row.status))}>{t.from(`trade.listing.status.${row.status}`)}</ToneTag>
            </li>
          ))}
        </ul>
      )}
      {total > maxListings && (
        <Link to={`/trade/publishInfo?mine=true&productId=${productId}`}>
          {t('trade.listing.allOfProduct', { n: formatNumber(total, t.language) })}
        </Link>
      )}
    </section>
  )
}
