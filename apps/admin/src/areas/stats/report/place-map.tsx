import { formatNumber } from '@timbermark/client'
import { useCallback, useMemo } from 'react'
import { MapFigure } from '../../../entity/map/map-figure.tsx'
import { useT } from '../../../shell/index.ts'
import { type MapPlace, splitForMap } from './map-places.ts'
import type { Counted } from './ranking.tsx'

interface PlaceMapProps<P extends MapPlace> {
  places: readonly P[]
  by: Counted
  nameOf: (place: P) => string
}

/** The ranked places on a map: countries and provinces shaded by their counts, cities as points. The table has the same figures. */
export function PlaceMap<P extends MapPlace>({ places, by, nameOf }: PlaceMapProps<P>) {
  const t = useT()
  const { points, areas, unmapped } = useMemo(() => splitForMap(places, by, nameOf), [places, by, nameOf])
  const describeCount = useCallback(
    (n: number) => `${formatNumber(n, t.language)} · ${t(`stats.report.${by}`)}`,
    [t, by],
  )
  return (
    <section className="tm-tile-box" aria-label={t('stats.report.map')}>
      <h3>{t('stats.report.map')}</h3>
      <MapFigure
        label={`${t('menu.stats.place')} · ${t(`stats.report.${by}`)}`}
        points={points}
        areas={areas}
        formatValue={describeCount}
        height={380}
        empty={t('stats.report.mapNone')}
      />
      {unmapped > 0 && unmapped < places.length && (
        <p className="tm-muted">{t('stats.report.mapSome', { n: unmapped })}</p>
      )}
    </section>
  )
}
