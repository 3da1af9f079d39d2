import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@timbermark/client'
import type { TerritoryMap } from '@timbermark/contract/calls'
import { useCallback, useMemo } from 'react'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { MapFigure } from '../../entity/map/map-figure.tsx'
import { useClient, useT } from '../../shell/index.ts'

type Division = TerritoryMap['divisions'][number]

const isPlaced = (division: Division): division is Division & { longitude: number; latitude: number } =>
  division.longitude !== null && division.latitude !== null

/** The current territories of one dealer, or of all in scope: provinces as areas, smaller divisions as points. */
export function TerritoryMapView({ dealerId }: { dealerId?: number }) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['channel/territory', 'map', dealerId],
    queryFn: ({ signal }) =>
      client.call('GET /channel/territory/map', { query: dealerId === undefined ? {} : { dealerId }, signal }),
    meta: { silent: true },
  })
  const number = useCallback((n: number) => formatNumber(n, t.language), [t.language])
  const describeCount = useCallback((n: number) => t('channel.territory.dealers', { n: number(n) }), [t, number])
  const [points, areas, unmapped] = useMemo(() => {
    const all = data?.divisions ?? []
    const isOneDealer = dealerId !== undefined
    return [
      all.filter(isPlaced).map(({ code, name, longitude, latitude, dealers }) => ({
        key: code,
        name,
        longitude,
        latitude,
        value: dealers.length,
        more: isOneDealer ? undefined : dealers.map(dealer => dealer.name).join(' · '),
      })),
      all
        .filter(division => division.province && isPlaced(division))
        .map(({ code, name, dealers }) => ({ code, name, value: dealers.length })),
      all.filter(division => !isPlaced(division)).map(({ name }) => name),
    ] as const
  }, [data, dealerId])
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} title={false} paragraph={{ rows: 5 }} />
  return (
    <section className="tm-territory-map" aria-label={t('channel.territory.map')}>
      <h3>{t('channel.territory.map')}</h3>
      <MapFigure
        label={t('channel.territory.map')}
        points={points}
        areas={areas}
        formatValue={describeCount}
        height={dealerId === undefined ? 360 : 260}
        empty={t('channel.territory.mapEmpty')}
      />
      {unmapped.length > 0 && (
        <p className="tm-muted tm-map-about">
          {t('channel.territory.unmapped', { names: unmapped.slice(0, 20).join(' · ') })}
        </p>
      )}
      {data.total > data.divisions.length && (
        <p className="tm-muted tm-map-about">
          {t('channel.territory.mapOf', { n: number(data.divisions.length), total: number(data.total) })}
        </p>
      )}
    </section>
  )
}
