import { formatNumber } from '@timbermark/client'
import type { DisputeState, offers, RowOf } from '@timbermark/contract'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { useApp } from '../app/context.ts'
import { offersPath } from '../app/offline-calls.ts'
import { momentText } from '../app/texts.ts'
import { useFreshAnswer } from '../app/use-fresh-answer.ts'
import { DisputeCard } from '../form/dispute-card.tsx'
import type { Id } from '../report/wire.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'
import { Failure } from '../views/failure.tsx'
import { OfferPaperButton } from '../views/offer-paper.tsx'
import { Facts } from '../views/values.tsx'

type TakenRow = Pick<
  RowOf<typeof offers>,
  'id' | 'goods' | 'giver' | 'acceptedCodes' | 'settledAt' | 'dispute' | 'disputeTurn'
>

/** Rows per page (specification section 9). */
const pageRows = 20
/** Rows of the longest list; older goods are found in the back office. */
const mostRows = 100

/** Goods that the enterprise took over, newest first. They are not stored on the phone. */
export function GoodsTaken() {
  const { t, client, online } = useApp()
  const [limit, setLimit] = useState(pageRows)
  const { data, error } = useFreshAnswer(
    useCallback(
      () => client.list<TakenRow>(offersPath, { side: 'received', status: 'accepted', page: 1, limit }),
      [client, limit],
    ),
  )
  return (
    <Page title={t('h5.taken.title')} back="/receiveGoods">
      {!online && <Notice>{t('h5.taken.offline')}</Notice>}
      {online && error !== undefined && <Failure error={error} />}
      {online && !data && error === undefined && <Loading />}
      {data?.rows.length === 0 && <p className="card-empty">{t('h5.taken.none')}</p>}
      {data && data.rows.length > 0 && (
        <section className="card">
          <ul className="rows">
            {data.rows.map(row => (
              <li key={row.id}>
                <TakenLink row={row} />
              </li>
            ))}
          </ul>
          {data.rows.length < data.total && limit < mostRows && (
            <button type="button" className="button button-wide" onClick={() => setLimit(limit + pageRows)}>
              {t('h5.log.more')}
            </button>
          )}
        </section>
      )}
    </Page>
  )
}

function TakenLink({ row }: { row: TakenRow }) {
  const { t } = useApp()
  const notes = [
    row.acceptedCodes !== null && t('h5.codes.count', { n: formatNumber(row.acceptedCodes, t.language) }),
    row.settledAt && momentText(t, String(row.settledAt)),
  ]
  return (
    <Link className="row" to={`/receiveGoods?taken=${row.id}`}>
      <span className="row-words">
        <span className="row-title">{row.goods}</span>
        <span className="row-note">{t('h5.receive.from', { enterprise: String(row.giver) })}</span>
        <span className="row-note">{notes.filter(Boolean).join(' · ')}</span>
        <DisputeChip state={row.dispute as DisputeState} />
        {row.disputeTurn === 'own' && <span className="row-note">{t('h5.dispute.ownTurn')}</span>}
      </span>
      <Icon name="next" />
    </Link>
  )
}

const looks: Record<Exclude<DisputeState, 'none'>, { icon: IconName; look: string }> = {
  open: { icon: 'bad', look: 'chip-refused' },
  proposed: { icon: 'wait', look: 'chip-waiting' },
  settled: { icon: 'good', look: 'chip-sent' },
}

/** State of the dispute about goods; nothing without one. */
function DisputeChip({ state }: { state: DisputeState }) {
  const { t } = useApp()
  if (state === 'none') return null
  const { icon, look } = looks[state]
  return (
    <span className={`chip ${look}`}>
      <Icon name={icon} size={18} /> {t(`custody.offer.dispute.${state}`)}
    </span>
  )
}

/** One handover: its receipt, and what both sides wrote about it. */
export function TakenOffer({ id }: { id: Id }) {
  const { t, client, online } = useApp()
  const { data, error, reload } = useFreshAnswer(
    useCallback(() => client.call('GET /custody/offer/:id/dispute', { params: { id: Number(id) } }), [client, id]),
  )
  return (
    <Page title={t('custody.dispute')} back="/receiveGoods?taken=">
      {!online && <Notice>{t('h5.taken.offline')}</Notice>}
      {online && error !== undefined && <Failure error={error} />}
      {online && !data && error === undefined && <Loading />}
      {data && (
        <>
          <section className="card">
            <h2>{data.goods}</h2>
            <Facts
              facts={[
                [t('custody.offer.giver'), data.giver],
                [t('custody.offer.receiver'), data.receiver],
              ]}
            />
            <div className="actions">
              <OfferPaperButton offerId={id} kind="receipt" />
            </div>
          </section>
          <DisputeCard offerId={id} dispute={data} onChanged={reload} />
        </>
      )}
    </Page>
  )
}
