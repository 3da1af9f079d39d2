import { queryKeys } from '@timbermark/client'
import { useClient, useT } from '../../shell/index.ts'
import { OfferedGoods } from './goods-dialog.tsx'

/** The goods of an offer, with where and on which terms they are handed over. */
export function OfferContents({ id }: { id: number }) {
  const t = useT()
  const client = useClient()
  return (
    <OfferedGoods
      query={{
        queryKey: [...queryKeys.entity('custody/offer'), 'goods', id],
        queryFn: ({ signal }) => client.call('GET /custody/offer/:id/goods', { params: { id }, signal }),
      }}
      agreed={({ place, terms }) => [
        { key: 'place', label: t('custody.offer.place'), children: place },
        { key: 'terms', label: t('custody.offer.terms'), children: terms },
      ]}
    />
  )
}
