import { useApp } from '../app/context.ts'
import type { Position } from '../report/report.ts'
import type { Walk, WalkedPosition } from '../report/walk.ts'

/** Side of the drawing, and the empty edge around the outline. */
const side = 320
const edge = 24
/** Height below the outline for the scale. */
const foot = 28
/** Metres that the drawing shows at least: a walk that has just begun does not fill it with the drift of the phone. */
const leastWidth = 40
const metresPerDegree = 111_195

/** A walk from above, north above: the outline so far, where the phone is, and a scale. */
export function WalkOutline({ walk, here }: { walk: Walk; here?: WalkedPosition | undefined }) {
  const { t } = useApp()
  const places = walk.positions.map(({ position }) => position)
  const seen = here ? [...places, here.position] : places
  if (seen.length === 0) return <p className="walk-empty">{t('h5.walk.empty')}</p>
  const { toPoint, pixelsPerMetre } = projectionOf(seen)
  const points = places.map(toPoint)
  const text = (list: readonly (readonly [number, number])[]) => list.map(([x, y]) => `${x},${y}`).join(' ')
  const scale = scaleOf(pixelsPerMetre)
  const [first, last] = [points[0], points.at(-1)]
  const position = here && toPoint(here.position)
  return (
    <svg
      className="walk-outline"
      viewBox={`0 0 ${side} ${side + foot}`}
      role="img"
      aria-label={t('h5.walk.drawing', { n: places.length })}
    >
      {points.length > 2 && <polygon className="walk-area" points={text(points)} />}
      {points.length > 1 && <polyline className="walk-line" points={text(points)} />}
      {points.length > 2 && <polyline className="walk-closing" points={text([last!, first!])} />}
      {points.length < 200 &&
        points.map(([x, y]) => <circle key={`${x} ${y}`} className="walk-dot" cx={x} cy={y} r={3} />)}
      {first && <circle className="walk-first" cx={first[0]} cy={first[1]} r={6} />}
      {position && (
        <>
          <circle
            className="walk-accuracy"
            cx={position[0]}
            cy={position[1]}
            r={Math.min(side, here.accuracy * pixelsPerMetre)}
          />
          <circle className="walk-here" cx={position[0]} cy={position[1]} r={7} />
        </>
      )}
      <path className="walk-scale" d={`M${edge / 2} ${side + foot - 8}h${scale.metres * pixelsPerMetre}`} />
      <text className="walk-scale-text" x={edge / 2} y={side + foot - 13}>
        {t('h5.walk.metres', { n: scale.metres })}
      </text>
    </svg>
  )
}

/** A plane around the positions: exact enough for a drawing. */
function projectionOf(positions: readonly Position[]) {
  const longitudes = positions.map(([longitude]) => longitude)
  const latitudes = positions.map(([, latitude]) => latitude)
  const [west, east] = [longitudes.reduce(least), longitudes.reduce(most)]
  const [south, north] = [latitudes.reduce(least), latitudes.reduce(most)]
  const middle: Position = [(west + east) / 2, (south + north) / 2]
  const narrow = Math.cos((middle[1] * Math.PI) / 180)
  const metres = Math.max((east - west) * narrow, north - south) * metresPerDegree
  const pixelsPerMetre = (side - 2 * edge) / Math.max(leastWidth, metres)
  const toPixels = (degrees: number) => degrees * metresPerDegree * pixelsPerMetre
  const toPoint = ([longitude, latitude]: Position): readonly [number, number] => [
    Math.round((side / 2 + toPixels((longitude - middle[0]) * narrow)) * 10) / 10,
    Math.round((side / 2 - toPixels(latitude - middle[1])) * 10) / 10,
  ]
  return { toPoint, pixelsPerMetre }
}

const least = (a: number, b: number) => Math.min(a, b)
const most = (a: number, b: number) => Math.max(a, b)

/** The largest round number of metres that is at most a third of the drawing. */
function scaleOf(pixelsPerMetre: number): { metres: number } {
  const longest = side / 3 / pixelsPerMetre
  const power = 10 ** Math.floor(Math.log10(longest))
  const step = [5, 2, 1].find(one => one * power <= longest) ?? 1
  return { metres: step * power }
}
