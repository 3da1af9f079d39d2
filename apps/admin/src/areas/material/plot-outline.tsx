import { formatNumber } from '@timbermark/client'
import { useT } from '../../shell/index.ts'
import { outlineOf } from './outline.ts'
import './plot.css'

/** Positions that are listed below the outline. */
const mostListed = 200

/** The outline of a plot with a scale bar, north above. Nothing is loaded from outside. */
export function PlotOutline({ geometry, name }: { geometry: string; name: string }) {
  const t = useT()
  const outline = outlineOf(geometry)
  if (!outline) return null
  const { rings, positions, bar, height, width } = outline
  const scale =
    bar.metres >= 1000
      ? `${formatNumber(bar.metres / 1000, t.language)} km`
      : `${formatNumber(bar.metres, t.language)} m`
  return (
    <>
      <svg
        className="tm-plot"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('material.plot.mapLabel', { name, n: positions.length })}
      >
        {rings.map(points =>
          points.length === 1 ? (
            <circle key={points.join()} cx={points[0]![0]} cy={points[0]![1]} r={6} />
          ) : (
            <polygon key={points.join()} points={points.map(point => point.join()).join(' ')} />
          ),
        )}
        <path d={`M12 ${height - 18}v6h${bar.length}v-6`} />
        <text x={16 + bar.length} y={height - 10}>
          {scale}
        </text>
        <path d="M380 34v-22m-5 7l5 -7l5 7" />
        <text x={375} y={48}>
          N
        </text>
      </svg>
      <details>
        <summary>{t('material.plot.positionList')}</summary>
        <ol className="tm-plot-positions">
          {positions.slice(0, mostListed).map((position, at) => (
            // A ring may pass no position twice, but its last one is the first.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
            <li key={at}>{position.join(', ')}</li>
          ))}
        </ol>
      </details>
    </>
  )
}
