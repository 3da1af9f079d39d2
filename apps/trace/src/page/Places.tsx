import type { Format } from '../format.ts'
import { type MapView, buildMapView, formatMarker, round } from '../map.ts'
import { collectPlaces, type PlacedPart } from '../places.ts'
import type { Texts } from '../texts.ts'
import type { Item } from '../types.ts'
import { useVouchedFor } from './page-context.ts'
import { formatCoordinates } from './Value.tsx'

interface Props {
  answer: Pick<Item, 'stages' | 'records'>
  /** The journey by companies, where there are several. */
  parts?: readonly PlacedPart[]
  texts: Texts
  format: Format
}

/** Reported places on a map, and the same places as a table for everyone. */
export function Places({ answer, parts, texts, format }: Props) {
  const { stages, records } = answer
  const places = collectPlaces(parts ?? [{ stages, prefix: '' }])
  const view = buildMapView(places)
  const vouched = useVouchedFor(stages)
  return (
    <section className="places card" aria-labelledby="places">
      <h2 id="places">{texts.t('trace.places.heading')}</h2>
      {places.length === 0 && <p className="empty">{texts.t('trace.places.empty')}</p>}
      {view && <Chart view={view} texts={texts} />}
      {places.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.t('trace.places.column.place')}</th>
              <th scope="col">{texts.t('trace.places.column.stage')}</th>
            </tr>
          </thead>
          <tbody>
            {places.map(place => (
              <tr key={place.stages[0]?.id}>
                <th scope="row" data-proof={vouched}>
                  {place.name}
                  <span className={place.name ? 'coordinates' : undefined}>
                    {formatCoordinates(place.longitude, place.latitude, texts, format)}
                  </span>
                </th>
                <td>
                  <ul className="place-stages">
                    {place.stages.map(({ key, order, id }) => (
                      <li key={id}>
                        <span className="dot" aria-hidden="true">
                          {order}
                        </span>
                        <a href={`#${id}`}>{texts.stage(key)}</a>
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {records.shown < records.total && <p className="small">{texts.t('trace.places.window')}</p>}
      {view && <p className="small">{texts.t('trace.places.note')}</p>}
    </section>
  )
}

/** Draws the line and the markers. The land is a separate picture (`public/land.svg`) that every page shares. */
function Chart({ view, texts }: { view: MapView; texts: Texts }) {
  const { x, y, width, height } = view.viewBox
  const unit = width / 100
  return (
    <svg
      className="map"
      viewBox={[x, y, width, height].map(round).join(' ')}
      role="img"
      aria-label={texts.t('trace.places.map')}
    >
      {view.land.map(offset => (
        <image key={offset} className="land" href="/t/land.svg" x={offset - 180} y={-84} width={360} height={144} />
      ))}
      <path
        className="route"
        d={view.line}
        strokeWidth={round(unit * 0.5)}
        strokeDasharray={`${round(unit * 1.2)} ${round(unit)}`}
      />
      {view.markers.map(marker => {
        const label = formatMarker(marker.orders)
        const half = unit * (1.6 + label.length)
        return (
          <g key={label} className="mark">
            <rect
              className="marker"
              x={round(marker.x - half)}
              y={round(marker.y - unit * 2.6)}
              width={round(half * 2)}
              height={round(unit * 5.2)}
              rx={round(unit * 2.6)}
              strokeWidth={round(unit * 0.4)}
            />
            <text
              className="marker-text"
              x={round(marker.x)}
              y={round(marker.y + unit * 1.25)}
              fontSize={round(unit * 3.5)}
            >
              {label}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
