import { formatNumber } from '@timbermark/client'
import { useCallback, useMemo } from 'react'
import { MapFigure } from '../../../entity/map/map-figure.tsx'
import { useT } from '../../../shell/index.ts'
import { type Mapped, onMap } from './on-map.ts'
import type { Counted } from './ranking.tsx'

interface PlaceMapProps<P extends Mapped> {
  places: readonly P[]
  by: Counted
  nameOf: (place: P) => string
}

/** The ranked places on a map: countries and provinces shaded by their counts, cities as points. The table below says the same. */
export function PlaceMap<P extends Mapped>({ places, by, nameOf }: PlaceMapProps<P>) {
  const t = useT()
  const { points, areas, left } = useMemo(() => onMap(places, by, nameOf), [places, by, nameOf])
  const told = useCallback((n: number) => `${formatNumber(n, t.language)} · ${t(`stats.report.${by}`)}`, [t, by])
  return (
    <section className="tm-tile-box" aria-label={t('stats.report.map')}>
      <h3>{t('stats.report.map')}</h3>
      <MapFigure
        label={`${t('menu.stats.place')} · ${t(`stats.report.${by}`)}`}
        points={points}
        areas={areas}
        formatValue={told}
        height={380}
        empty={t('stats.report.mapNone')}
      />
      {left > 0 && left < places.length && <p className="tm-muted">{t('stats.report.mapSome', { n: left })}</p>}
    </section>
  )
}
