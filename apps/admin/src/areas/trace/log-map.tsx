import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatNumber, type Query } from '@timbermark/client'
import { keyOf, type Listed } from '@timbermark/contract'
import type { LogMap } from '@timbermark/contract/calls'
import { useCallback, useMemo } from 'react'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { MapFigure } from '../../entity/map/map-figure.tsx'
import { filterParams } from '../../entity/list/query-state.ts'
import { useListState } from '../../entity/list/use-list-state.ts'
import { useClient, useT } from '../../shell/index.ts'

/** The places of the entries that match the list's filters. */
export function LogMapView({ entity }: { entity: Listed }) {
  const t = useT()
  const client = useClient()
  const { state } = useListState(entity)
  const isScanLog = entity.name === 'scan-log'
  const query = useMemo(() => filterParams(entity, state.filters) as Query, [entity, state.filters])
  const { data, error, refetch } = useQuery({
    queryKey: [keyOf(entity), 'map', query],
    queryFn: ({ signal }) =>
      isScanLog
        ? client.call('GET /trace/scan-log/map', { query, signal })
        : client.call('GET /trace/check-log/map', { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const number = useCallback((n: number) => formatNumber(n, t.language), [t.language])
  const describeCount = useCallback(
    (n: number) => t(isScanLog ? 'trace.log.map.scans' : 'trace.log.map.checks', { n: number(n) }),
    [t, isScanLog, number],
  )
  const points = useMemo(
    () =>
      data?.places.map(({ name, longitude, latitude, entries, wrong }) => ({
        key: `${longitude} ${latitude}`,
        name,
        longitude,
        latitude,
        value: entries,
        tone: wrong > 0 ? ('warning' as const) : ('plain' as const),
        more: wrong > 0 ? t('trace.log.map.wrong', { n: number(wrong) }) : undefined,
      })) ?? [],
    [data, t, number],
  )
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} title={false} paragraph={{ rows: 6 }} />
  return (
    <section className="tm-log-map" aria-label={t(isScanLog ? 'trace.log.map.scan' : 'trace.log.map.check')}>
      <MapFigure
        label={t(isScanLog ? 'trace.log.map.scan' : 'trace.log.map.check')}
        points={points}
        formatValue={describeCount}
        empty={t('trace.log.map.empty')}
      />
      <Omissions {...data} />
    </section>
  )
}

/** The entries that the map leaves out. */
function Omissions({ read, more, unplaced, elsewhere }: LogMap) {
  const t = useT()
  const number = (n: number) => formatNumber(n, t.language)
  const notes = [
    more && t('trace.log.map.newest', { n: number(read) }),
    unplaced > 0 && t('trace.log.map.unplaced', { n: number(unplaced) }),
    elsewhere > 0 && t('trace.log.map.elsewhere', { n: number(elsewhere) }),
  ].filter(Boolean)
  return notes.length > 0 && <p className="tm-muted tm-map-about">{notes.join(' · ')}</p>
}
