import { formatNumber, newId } from '@timbermark/client'
import { Link, Navigate, useSearchParams } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { fetchOffers, offersPath } from '../app/offline-calls.ts'
import { canReceive } from '../app/rights.ts'
import { dayText, momentText } from '../app/texts.ts'
import { useCachedAnswer } from '../app/use-cached-answer.ts'
import { ReceiptForm } from '../form/receipt-form.tsx'
import { useOpenedDraft } from '../form/use-opened-draft.ts'
import { timeNow } from '../platform/clock.ts'
import { isReceipt, logAddress } from '../report/local-item.ts'
import { type LocalReceipt, newReceipt, type OfferRow } from '../report/receipt.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'
import { Failure } from '../views/failure.tsx'
import { StateChip } from '../views/state-chips.tsx'
import { GoodsTaken, TakenOffer } from './goods-taken.tsx'

/**
 * /h5/receiveGoods: goods that wait for the enterprise; `?offer=` decides about one, `?receipt=` goes on with what was entered,
 * `?taken=` lists what was taken over or opens one of it.
 */
export default function ReceiveGoods() {
  const { profile, t } = useApp()
  const [params, setParams] = useSearchParams()
  const offers = useCachedAnswer<OfferRow[]>(canReceive(profile) ? offersPath : null, 0, fetchOffers)
  const key = params.get('receipt')
  const offerId = params.get('offer')
  if (!canReceive(profile))
    return (
      <Page title={t('h5.tile.receive')} back="/">
        <Notice tone="bad">{t('error.forbidden')}</Notice>
      </Page>
    )
  const taken = params.get('taken')
  if (taken !== null)
    return /^[1-9]\d{0,15}$/.test(taken) ? <TakenOffer key={taken} id={Number(taken)} /> : <GoodsTaken />
  if (!key && !offerId) return <OfferList offers={offers} />
  const offer = offers.data?.find(one => String(one.id) === offerId)
  if (!key && !offer && !offers.loading) return <Navigate to="/receiveGoods" replace />
  return (
    <OpenReceipt
      receiptKey={key}
      offer={offer}
      onFirstSave={receipt => {
        if (key !== receipt.key) setParams({ receipt: receipt.key }, { replace: true })
      }}
    />
  )
}

function OpenReceipt(props: {
  receiptKey: string | null
  offer: OfferRow | undefined
  onFirstSave: (receipt: LocalReceipt) => void
}) {
  const { receiptKey, offer, onFirstSave } = props
  const { outbox } = useApp()
  const opened = useOpenedDraft(
    receiptKey,
    isReceipt,
    offer && (() => newReceipt({ id: newId(), owner: outbox.owner, now: timeNow(), offer })),
  )
  if (opened === 'gone') return <Navigate to="/receiveGoods" replace />
  if (!opened) return <Loading />
  const { item: receipt, isNew } = opened
  // What is already submitted is shown, not edited.
  if (receipt.state !== 'draft') return <Navigate to={logAddress(receipt)} replace />
  return <ReceiptForm key={receipt.key} receipt={receipt} isNew={isNew} onFirstSave={() => onFirstSave(receipt)} />
}

/** The goods that wait, each with what this phone has begun to enter about it. */
function OfferList({ offers }: { offers: ReturnType<typeof useCachedAnswer<OfferRow[]>> }) {
  const { t, online } = useApp()
  const { receipts } = useOutbox()
  const { data, at, fresh, loading, error } = offers
  const begun = new Map(
    receipts.filter(({ state }) => state !== 'sent').map(receipt => [String(receipt.content.offerId), receipt]),
  )
  // Settled by this phone after the list was cached.
  const settled = new Set(
    receipts.filter(({ state }) => state === 'sent').map(({ content }) => String(content.offerId)),
  )
  const rows = data?.filter(row => fresh || !settled.has(String(row.id)))
  return (
    <Page title={t('h5.tile.receive')} back="/">
      {!online && <Notice>{t('h5.offlineHint')}</Notice>}
      {online && error !== undefined && <Failure error={error} />}
      {loading && !rows && <Loading />}
      {rows?.length === 0 && <p className="card-empty">{t('h5.receive.none')}</p>}
      {rows && rows.length > 0 && (
        <section className="card">
          <h2>{t('h5.receive.waiting')}</h2>
          {!fresh && <p className="card-note">{t('h5.log.asOf', { time: momentText(t, at) })}</p>}
          <ul className="rows">
            {rows.map(row => (
              <li key={row.id}>
                <OfferLink row={row} receipt={begun.get(String(row.id))} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="card">
        <Link className="row" to="/receiveGoods?taken=">
          <span className="row-words">
            <span className="row-title">{t('h5.taken.title')}</span>
            <span className="row-note">{t('h5.taken.hint')}</span>
          </span>
          <Icon name="next" />
        </Link>
      </section>
    </Page>
  )
}

function OfferLink({ row, receipt }: { row: OfferRow; receipt: LocalReceipt | undefined }) {
  const { t } = useApp()
  const count = t('h5.codes.count', { n: formatNumber(row.codes, t.language) })
  const notes = [
    count,
    row.volume && t('h5.receive.volume', { n: formatNumber(row.volume, t.language) }),
    row.deliveryNote,
  ]
  const words = (
    <span className="row-words">
      <span className="row-title">{row.goods}</span>
      <span className="row-note">{t('h5.receive.from', { enterprise: String(row.giver) })}</span>
      <span className="row-note">{notes.filter(Boolean).join(' · ')}</span>
      {row.standing === 'expired' ? (
        <span className="row-note bad">{t('error.custody.expired')}</span>
      ) : (
        row.expiresOn && (
          <span className="row-note">{t('h5.receive.until', { day: dayText(t, String(row.expiresOn)) })}</span>
        )
      )}
      {receipt && <StateChip state={receipt.state} />}
    </span>
  )
  if (row.standing === 'expired' && !receipt) return <div className="row">{words}</div>
  const address = !receipt
    ? `/receiveGoods?offer=${row.id}`
    : receipt.state === 'draft'
      ? `/receiveGoods?receipt=${receipt.key}`
      : logAddress(receipt)
  return (
    <Link className="row" to={address}>
      {words}
      <Icon name="next" />
    </Link>
  )
}
