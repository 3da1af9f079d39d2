import { Empty, theme } from 'antd'
import { type CSSProperties, lazy, Suspense, useMemo } from 'react'
import { useT, Waiting } from '../../shell/index.ts'

interface Day {
  day: string
  scans: number
  checks: number
}

const LineChart = lazy(() => import('../../entity/values/line-chart.tsx'))
const series = ['scans', 'checks'] as const
const phraseKeys = { scans: 'stats.scans', checks: 'stats.checks' } as const

/** Scans and checks per day as two lines, with the same numbers as a table for screen readers. */
export function TrendChart({ days }: { days: readonly Day[] }) {
  const t = useT()
  const { token } = theme.useToken()
  const { colorPrimary, colorWarning } = token
  const colors = useMemo(() => ({ scans: colorPrimary, checks: colorWarning }), [colorPrimary, colorWarning])
  const labels = useMemo(() => days.map(({ day }) => day.slice(5)), [days])
  const lines = useMemo(
    () =>
      series.map(name => ({
        label: t(phraseKeys[name]),
        color: colors[name],
        values: days.map(day => day[name]),
        dashed: name === 'checks',
      })),
    [days, colors, t],
  )
  if (days.every(day => day.scans + day.checks === 0)) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('stats.noScans')} />
  }
  return (
    <figure className="tm-chart">
      <figcaption>
        {series.map(name => (
          <span key={name} className="tm-legend" style={{ '--series': colors[name] } as CSSProperties}>
            {t(phraseKeys[name])}
          </span>
        ))}
      </figcaption>
      <div className="tm-chart-lines">
        <Suspense fallback={<Waiting title={false} paragraph={{ rows: 8, width: '100%' }} />}>
          <LineChart labels={labels} series={lines} />
        </Suspense>
      </div>
      {/* A table takes the width of its words, so its container hides it. */}
      <div className="tm-visually-hidden">
        <table>
          <caption>{t('stats.trend')}</caption>
          <thead>
            <tr>
              <th>{t('stats.day')}</th>
              {series.map(name => (
                <th key={name}>{t(phraseKeys[name])}</th>
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
