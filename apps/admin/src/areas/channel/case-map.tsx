import type { CaseEvidence } from '@timbermark/contract/calls'
import { formatNumber } from '@timbermark/client'
import { useT } from '../../shell/index.ts'
import { drawMap } from './draw-map.ts'

/** Where a case's codes were met: a plain picture in proportion, without any map service. */
export function CaseMap({ places }: { places: CaseEvidence['places'] }) {
  const t = useT()
  const { width, height, points, scale, lines } = drawMap(places)
  return (
    <figure className="tm-case-map">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('channel.case.map', { places: places.map(({ name }) => name).join(', ') })}
      >
        {lines.map(([x1, y1, x2, y2]) => (
          <line key={`${x1} ${y1} ${x2} ${y2}`} x1={x1} y1={y1} x2={x2} y2={y2} className="tm-case-grid" />
        ))}
        {points.map(({ x, y, radius }, index) => (
          <g key={places[index]!.name}>
            <circle cx={x} cy={y} r={radius} className="tm-case-point" />
            <text x={x} y={y} className="tm-case-figure" textAnchor="middle" dominantBaseline="central">
              {index + 1}
            </text>
          </g>
        ))}
        <path d={`M12 ${height - 14}v4h${scale.width}v-4`} className="tm-case-scale" />
        <text x={18 + scale.width} y={height - 10} className="tm-case-scale-text">
          {t('channel.case.scale', { n: formatNumber(scale.km, t.language) })}
        </text>
      </svg>
      <figcaption>
        <ol>
          {places.map(place => (
            <li key={place.name}>
              {place.name} · {formatNumber(place.visits, t.language)}
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  )
}
