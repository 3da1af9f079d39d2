import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatCoordinates, formatDate, formatDateTime, formatNumber, queryKeys } from '@timbermark/client'
import type { Whereabouts } from '@timbermark/contract/calls'
import { Alert, Empty } from 'antd'
import { useCallback, useMemo } from 'react'
import { canLookUp } from '../../entity/actions/permissions.ts'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { LoadingOrFailure, NoPermission } from '../../entity/list/list-states.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { MapFigure } from '../../entity/map/map-figure.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import '../../entity/entity.css'
import './whereabouts.css'

type Holder = Whereabouts['holders'][number]
type Company = Whereabouts['companies'][number]
type LastStage = NonNullable<Holder['last']>

const codeTypes = ['item', 'package', 'container'] as const

const idOf = (word: string | undefined) => (word && /^[1-9]\d{0,14}$/.test(word) ? Number(word) : undefined)

/** Where goods are now that the enterprise held: of a batch, or of an accepted handover. */
export default function WhereaboutsScreen() {
  const t = useT()
  const { permissions, can } = useSession()
  const [batch, setBatch] = useAddressParam('batchId')
  const [offer, setOffer] = useAddressParam('offerId')
  if (!can('custody:whereabouts:list')) return <NoPermission />
  const [batchId, offerId] = [idOf(batch), idOf(offer)]
  return (
    <>
      {canLookUp('catalog/batch', permissions) && (
        <div className="tm-whereabouts-choice">
          <label htmlFor="whereabouts-batch">{t('custody.whereabouts.batch')}</label>
          <ReferenceControl
            id="whereabouts-batch"
            entity="catalog/batch"
            value={batchId}
            onChange={next => {
              if (offer) setOffer(undefined)
              setBatch(next ? String(next) : undefined)
            }}
          />
        </div>
      )}
      {batchId !== undefined ? (
        <Goods query={{ batchId }} />
      ) : offerId !== undefined ? (
        <Goods query={{ offerId }} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('custody.whereabouts.choose')} />
      )}
    </>
  )
}

function Goods({ query }: { query: { batchId: number } | { offerId: number } }) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.entity('custody/offer'), 'whereabouts', query],
    queryFn: ({ signal }) => client.call('GET /custody/whereabouts', { query, signal }),
    placeholderData: keepPreviousData,
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 8 }} />
  if (data.companies.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('custody.whereabouts.none')} />
  return (
    <>
      <h2>{t('custody.whereabouts.of', { goods: data.goods })}</h2>
      <p>
        <Counts counts={data.counts} />
      </p>
      <p className="tm-muted">{t('custody.whereabouts.about')}</p>
      {data.more && <Alert type="info" showIcon title={t('custody.whereabouts.more')} className="tm-form-problems" />}
      <section className="tm-panel" aria-label={t('custody.whereabouts.holders')}>
        <h3>{t('custody.whereabouts.holders')}</h3>
        <ul className="tm-whereabouts">
          {data.holders.map(holder => (
            <li key={holder.enterprise}>
              <CompanyName company={holder} />
              <p>
                <Counts counts={holder.counts} /> · <Arrival holder={holder} />
              </p>
              <Last last={holder.last} by={holder.enterprise} />
            </li>
          ))}
        </ul>
        <HoldersMap holders={data.holders} />
      </section>
      <section className="tm-panel" aria-label={t('custody.whereabouts.companies')}>
        <h3>{t('custody.whereabouts.companies')}</h3>
        <ol className="tm-whereabouts tm-whereabouts-way">
          {data.companies.map((company, place) => (
            // The same company may take goods over several times.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <li key={place}>
              <CompanyStay company={company} />
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function CompanyName({ company: { enterprise, own } }: { company: Pick<Holder, 'enterprise' | 'own'> }) {
  const t = useT()
  return (
    <>
      <strong>{enterprise}</strong> {own && <ToneTag>{t('custody.whereabouts.own')}</ToneTag>}
    </>
  )
}

function useCountsText() {
  const t = useT()
  return useCallback(
    (counts: Holder['counts']) =>
      codeTypes
        .filter(type => counts[type] > 0)
        .map(type => t(`custody.whereabouts.count.${type}`, { n: formatNumber(counts[type], t.language) }))
        .join(' · '),
    [t],
  )
}

function Counts({ counts }: { counts: Holder['counts'] }) {
  return useCountsText()(counts)
}

/** When goods arrived at their holder. */
function Arrival({ holder: { since, latest } }: { holder: Holder }) {
  const t = useT()
  if (latest === null) return t('custody.whereabouts.made')
  const [first, last] = [since && formatDate(since), formatDate(latest)]
  // Some may be of its own making.
  if (first === null || first === last) return t('custody.whereabouts.since', { time: last })
  return t('custody.whereabouts.between', { first, last })
}

function Last({ last, by }: { last: LastStage | null; by: string }) {
  const t = useT()
  if (!last) return <p className="tm-muted">{t('custody.whereabouts.noStage')}</p>
  const { stage, time, enterprise, place } = last
  const facts = { stage: t(`stage.${stage}`), time: formatDateTime(time) }
  return (
    <>
      <p>
        {enterprise === by
          ? t('custody.whereabouts.last', facts)
          : t('custody.whereabouts.lastBy', { ...facts, enterprise })}
      </p>
      {place && <p className="tm-muted">{t('custody.whereabouts.at', { place: placeText(t, place) })}</p>}
    </>
  )
}

const placeText = (
  t: ReturnType<typeof useT>,
  { name, longitude, latitude }: NonNullable<LastStage['place']>,
): string => name ?? formatCoordinates(t, [longitude, latitude])

/** The present holders at the places of their last stages. */
function HoldersMap({ holders }: { holders: readonly Holder[] }) {
  const t = useT()
  const describe = useCallback((n: number) => t('custody.whereabouts.codes', { n: formatNumber(n, t.language) }), [t])
  const points = useMemo(() => {
    const placed = holders.flatMap(({ last, ...holder }) => (last?.place ? [{ ...holder, place: last.place }] : []))
    const byPlace = Map.groupBy(placed, ({ place }) => `${place.longitude} ${place.latitude}`)
    return [...byPlace].map(([key, its]) => {
      const { place } = its[0]!
      return {
        key,
        name: placeText(t, place),
        longitude: place.longitude,
        latitude: place.latitude,
        value: its.reduce((sum, { counts }) => sum + counts.item + counts.package + counts.container, 0),
        more: its.map(({ enterprise }) => enterprise).join(', '),
      }
    })
  }, [holders, t])
  return (
    <MapFigure
      label={t('custody.whereabouts.map')}
      points={points}
      formatValue={describe}
      empty={t('custody.whereabouts.mapNone')}
    />
  )
}

/** The goods at one company: when they came, how many are still there, and what it reported. */
function CompanyStay({ company }: { company: Company }) {
  const t = useT()
  const countsText = useCountsText()
  const { role, since, counts, held, stages } = company
  const heldText = countsText(held)
  const arrival =
    since === null
      ? t('custody.whereabouts.first')
      : t(role === 'partner' ? 'custody.whereabouts.invited' : 'custody.whereabouts.tookOver', {
          time: formatDateTime(since),
        })
  return (
    <>
      <CompanyName company={company} />
      <p>
        {arrival} · {countsText(counts)}
      </p>
      {heldText && <p className="tm-muted">{t('custody.whereabouts.held', { counts: heldText })}</p>}
      {stages.length === 0 ? (
        <p className="tm-muted">{t('custody.whereabouts.noStage')}</p>
      ) : (
        <ul>
          {stages.map(({ stage, first, last }) => {
            const name = t(`stage.${stage}`)
            const [from, to] = [formatDate(first), formatDate(last)]
            return (
              <li key={stage}>
                {from === to
                  ? t('custody.whereabouts.stage', { stage: name, time: from })
                  : t('custody.whereabouts.stages', { stage: name, first: from, last: to })}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
