import { formatNumber } from '@timbermark/client'
import { Empty } from 'antd'
import { useId } from 'react'
import { useT } from '../../shell/index.ts'
import { axisOf, linePoints } from './scale.ts'
import { useWidth } from './use-width.ts'

interface Day {
  day: string
  scans: number
  checks: number
}

/** In px: of the picture, and of the room for the numbers left and the days below. */
const height = 250
const left = 44
const right = 18
const dayWidth = 64
const series = ['scans', 'checks'] as const

/** Scans and checks per day as two lines; the same numbers as a table for those who do not see the picture. */
export function TrendChart({ days }: { days: readonly Day[] }) {
  const t = useT()
  const title = useId()
  const [around, whole] = useWidth<HTMLElement>()
  const total = days.reduce((sum, day) => sum + day.scans + day.checks, 0)
  if (total === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('stats.noScans')} />
  const ticks = axisOf(Math.max(...days.flatMap(day => [day.scans, day.checks])))
  const top = ticks.at(-1) ?? 1
  const width = Math.max(120, whole - left - right)
  const every = Math.max(1, Math.ceil((days.length * dayWidth) / width))
  // Points so close that they would hide the line are left out.
  const dots = width / days.length > 9
  const x = (index: number) => (days.length > 1 ? (index * width) / (days.length - 1) : 0)
  return (
    <figure className="tm-chart" ref={around}>
      <figcaption>
        {series.map(name => (
          <span key={name} className={`tm-legend tm-series-${name}`}>
            {t(`stats.${name}`)}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`${-left} -10 ${left + width + right} ${height + 36}`} role="img" aria-labelledby={title}>
        <title id={title}>{t('stats.trend')}</title>
        {ticks.map(tick => {
          const y = height - (tick / top) * height
          return (
            <g key={tick}>
              <line x1={0} x2={width} y1={y} y2={y} className="tm-grid" />
              <text x={-8} y={y + 4} textAnchor="end">
                {formatNumber(tick, t.language, { notation: tick >= 100_000 ? 'compact' : 'standard' })}
              </text>
            </g>
          )
        })}
        {days.map(({ day }, index) =>
          index % every === 0 ? (
            <text key={day} x={x(index)} y={height + 20} textAnchor="middle">
              {day.slice(5)}
            </text>
          ) : null,
        )}
        {series.map(name => (
          <g key={name} className={`tm-series-${name}`}>
            <polyline
              points={linePoints(
                days.map(day => day[name]),
                top,
                width,
                height,
              )}
            />
            {days.map((day, index) => (
              <circle key={day.day} cx={x(index)} cy={height - (day[name] / top) * height} r={dots ? 3 : 1.5}>
                <title>{`${day.day} · ${t(`stats.${name}`)}: ${formatNumber(day[name], t.language)}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
      {/* A table is as wide as its words, whatever it is told: what is around it hides it. */}
      <div className="tm-visually-hidden">
        <table>
          <caption>{t('stats.trend')}</caption>
          <thead>
            <tr>
              <th>{t('stats.day')}</th>
              {series.map(name => (
                <th key={name}>{t(`stats.${name}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(day => (
              <tr key={day.day}>
                <th>{day.day}</th>
                {series.map(name => (
                  <td key={name}>{day[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
