import { formatDateTime, queryKeys } from '@timbermark/client'
import { useClient, useT } from '../../shell/index.ts'
import './receipt.css'
import { PicturesView } from '../../entity/values/files-view.tsx'
import { OfferedGoods } from './goods-dialog.tsx'

/** The goods of an offer, with where and on which terms they are handed over; then what the receiver photographed and signed. */
export function OfferContents({ id }: { id: number }) {
  const t = useT()
  const client = useClient()
  return (
    <OfferedGoods
      query={{
        queryKey: [...queryKeys.entity('custody/offer'), 'goods', id],
        queryFn: ({ signal }) => client.call('GET /custody/offer/:id/goods', { params: { id }, signal }),
      }}
      agreed={({ place, terms, sharesPlots, photos, signature }) => [
        { key: 'place', label: t('custody.offer.place'), children: place },
        { key: 'terms', label: t('custody.offer.terms'), children: terms },
        {
          key: 'plots',
          label: t('custody.offer.plotsOfWood'),
          children: t(sharesPlots ? 'custody.offer.plotsForReceiver' : 'custody.offer.plotsNotShown'),
        },
        {
          key: 'photos',
          label: t('custody.offer.photos'),
          children: photos.length > 0 && <PicturesView files={photos} size={72} />,
        },
        {
          key: 'signature',
          label: t('custody.offer.signature'),
          children: signature && (
            <figure className="tm-signature">
              <img src={signature.file.url} alt={t('custody.offer.signature')} />
              <figcaption>
                {t('custody.offer.signed', { name: signature.name, time: formatDateTime(signature.time) })}
              </figcaption>
            </figure>
          ),
        },
      ]}
    />
  )
}
