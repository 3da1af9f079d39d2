import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatNumber, queryKeys } from '@timbermark/client'
import type { CaseKind } from '@timbermark/contract'
import type { CaseEvidence } from '@timbermark/contract/calls'
import { Alert } from 'antd'
import { useMemo, useState } from 'react'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { MapFigure } from '../../entity/map/map-figure.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useClient, useT } from '../../shell/index.ts'

interface Props {
  id: number
  kind: CaseKind
  dealer: string | null
}

/** The meaning of a case and its evidence: the places and the sightings. */
export function CaseEvidenceView({ id, kind, dealer }: Props) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.one('channel/case', String(id)), 'evidence'],
    queryFn: ({ signal }) => client.call('GET /channel/case/:id/evidence', { params: { id: String(id) }, signal }),
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} title={false} paragraph={{ rows: 6 }} />
  return (
    <section className="tm-case" aria-label={t('channel.case.evidence')}>
      <Alert type="info" showIcon title={t(`channel.case.what.${kind}`)} />
      <h3>{t('channel.case.evidence')}</h3>
      {dealer && (
        <p>
          {t('channel.case.territories')}{' '}
          {data.territories.length === 0
            ? t('channel.case.noTerritory')
            : data.territories.map(name => <ToneTag key={name}>{name}</ToneTag>)}
        </p>
      )}
      <Sightings data={data} kind={kind} />
    </section>
  )
}

/** The sightings of its codes on a map and in a list; a selection in one is shown in the other. */
function Sightings({ data, kind }: { data: CaseEvidence; kind: CaseKind }) {
  const t = useT()
  const [selected, setSelected] = useState<string>()
  const points = useMemo(
    () =>
      data.places.map(({ name, longitude, latitude, visits, lastAt }) => ({
        key: name,
        name,
        longitude,
        latitude,
        value: visits,
        more: formatDateTime(lastAt),
      })),
    [data.places],
  )
  // A dealer's case covers many items, so only the sightings of one code are joined by a line.
  const route = useMemo(
    () =>
      kind === 'crossSale'
        ? []
        : data.visits.toReversed().flatMap(({ placeNumber }) => (placeNumber === null ? [] : [placeNumber - 1])),
    [data.visits, kind],
  )
  return (
    <>
      <MapFigure
        label={t('channel.case.shown')}
        points={points}
        route={route}
        height={280}
        empty={t('channel.case.noPlaces')}
        selected={selected}
        onSelect={setSelected}
      />
      {data.total > data.visits.length && (
        <p className="tm-muted">
          {t('channel.case.ofMany', {
            n: formatNumber(data.visits.length, t.language),
            total: formatNumber(data.total, t.language),
          })}
        </p>
      )}
      <ol className="tm-case-visits">
        {data.visits.map(visit => (
          <li key={`${visit.at} ${visit.code} ${visit.source}`}>
            <Visit
              visit={visit}
              place={visit.placeNumber === null ? undefined : data.places[visit.placeNumber - 1]?.name}
              selected={selected}
              onPlace={setSelected}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

interface VisitProps {
  visit: CaseEvidence['visits'][number]
  /** Its place on the map. */
  place: string | undefined
  selected: string | undefined
  onPlace: (name: string) => void
}

function Visit({ visit, place, selected, onPlace }: VisitProps) {
  const t = useT()
  return (
    <>
      <div>
        {place === undefined ? (
          <strong>{visit.place ?? t('channel.case.noPosition')}</strong>
        ) : (
          <button
            type="button"
            className="tm-case-place"
            aria-pressed={place === selected}
            aria-label={t('channel.case.showPlace', { place })}
            onClick={() => onPlace(place)}
          >
            <span className="tm-map-number">{visit.placeNumber}</span> {place}
          </button>
        )}{' '}
        <time dateTime={visit.at}>{formatDateTime(visit.at)}</time>
      </div>
      <div className="tm-muted">
        {[
          t(visit.log === 'scan' ? 'channel.case.scan' : 'channel.case.check'),
          t('channel.case.weight', { n: formatNumber(Math.round(visit.weight * 100), t.language) }),
          t('channel.case.source', { n: formatNumber(visit.source, t.language) }),
        ].join(' · ')}{' '}
        <span className="tm-number">{visit.code}</span>
      </div>
    </>
  )
}
