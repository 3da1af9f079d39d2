import { formatNumber } from '@timbermark/client'
import { useCallback, useMemo } from 'react'
import { MapFigure } from '../../../entity/map/map-figure.tsx'
import { useT } from '../../../shell/index.ts'
import type { Counted } from './ranking.tsx'

interface Place extends Record<Counted, number> {
  area: string | null
  longitude: number | null
  latitude: number | null
}

interface PlaceMapProps<P extends Place> {
  places: readonly P[]
  by: Counted
  nameOf: (place: P) => string
}

/** The ranked places on a map: countries and provinces shaded by their counts, cities as points. The table below says the same. */
export function PlaceMap<P extends Place>({ places, by, nameOf }: PlaceMapProps<P>) {
  const t = useT()
  const [points, areas] = useMemo(() => {
    const some = places.filter(place => place[by] > 0)
    return [
      some.flatMap(place => {
        const { area, longitude, latitude } = place
        if (area !== null || longitude === null || latitude === null) return []
        return [{ key: `${longitude} ${latitude}`, name: nameOf(place), longitude, latitude, value: place[by] }]
      }),
      some.flatMap(place => (place.area === null ? [] : [{ code: place.area, name: nameOf(place), value: place[by] }])),
    ] as const
  }, [places, by, nameOf])
  const told = useCallback((n: number) => `${formatNumber(n, t.language)} · ${t(`stats.report.${by}`)}`, [t, by])
  return (
    <section className="tm-tile-box" aria-label={t('stats.report.map')}>
      <h3>{t('stats.report.map')}</h3>
      <MapFigure
        label={`${t('menu.stats.place')} · ${t(`stats.report.${by}`)}`}
        points={points}
        areas={areas}
        told={told}
        height={380}
        empty={t('stats.report.mapNone')}
      />
    </section>
  )
}
