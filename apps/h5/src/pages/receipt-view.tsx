import { formatNumber } from '@timbermark/client'
import { Link } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { filesOf } from '../report/files.ts'
import { countCodes } from '../report/scanned-codes.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'
import { DeliveryCard } from '../views/delivery-card.tsx'
import { FilesCard } from '../views/files-card.tsx'
import { OfferPaperButton } from '../views/offer-paper.tsx'
import { Facts } from '../views/values.tsx'
import { CodesCard } from './report-view.tsx'

/** The decision about offered goods on this phone: its state, the reason, and the possible actions. */
export function ReceiptView({ receiptKey }: { receiptKey: string }) {
  const { t, outbox } = useApp()
  const { receipts, progress, loaded } = useOutbox()
  const receipt = receipts.find(one => one.key === receiptKey)
  if (!receipt)
    return (
      <Page title={t('h5.tile.receive')} back="/operationLog">
        {loaded ? <Notice>{t('h5.report.gone')}</Notice> : <Loading />}
      </Page>
    )
  const { content, taken } = receipt
  const { verb, arrival, codes } = content
  const photos = filesOf(content.photos).length
  const isSigned = filesOf(content.signature).length > 0
  const measure = (value: unknown) =>
    typeof value === 'string' && value !== '' ? formatNumber(value, t.language) : null
  return (
    <Page title={t(`h5.receive.title.${verb}`)} back="/operationLog">
      <DeliveryCard
        item={receipt}
        share={progress.get(receipt.key)}
        edit={`/receiveGoods?receipt=${receipt.key}`}
        editing={
          receipt.state === 'refused' &&
          receipt.refusal?.files && (
            <button type="button" className="button" onClick={() => void outbox.sendWithoutFiles(receipt.key)}>
              <Icon name="send" size={20} /> {t('h5.report.withoutFiles')}
            </button>
          )
        }
        sentFacts={[
          [t('custody.offer.acceptedCodes'), taken?.batchNumber && formatNumber(taken.codes, t.language)],
          [t('h5.receive.batch'), taken?.batchNumber],
        ]}
        whenSent={
          <>
            <Link className="button button-main" to="/receiveGoods">
              <Icon name="next" size={20} /> {t('h5.receive.more')}
            </Link>
            {verb === 'accept' && (
              <>
                <OfferPaperButton offerId={content.offerId} kind="receipt" />
                <Link className="button" to={`/receiveGoods?taken=${content.offerId}`}>
                  {t('custody.dispute')}
                </Link>
              </>
            )}
          </>
        }
      />
      <section className="card">
        <Facts
          facts={[
            [t('custody.offer.goods'), content.goods],
            [t('custody.offer.giver'), content.giver],
            [t('custody.offer.codes'), formatNumber(content.offered, t.language)],
            ...(verb === 'decline'
              ? ([[t('h5.receive.reason'), content.reason]] as const)
              : ([
                  [t('h5.receive.arrival'), t(`h5.receive.arrival.${arrival}`)],
                  [t('custody.offer.receivedVolume'), measure(content.receivedVolume)],
                  [t('custody.offer.receivedWeight'), measure(content.receivedWeight)],
                  [t('custody.offer.difference'), content.difference],
                  [t('custody.offer.photos'), photos > 0 ? formatNumber(photos, t.language) : null],
                  [t('custody.offer.signedBy'), isSigned ? content.signedBy : null],
                ] as const)),
          ]}
        />
      </section>
      <FilesCard item={receipt} />
      {verb === 'accept' && arrival !== 'all' && <CodesCard codes={codes} total={countCodes(codes)} />}
    </Page>
  )
}
