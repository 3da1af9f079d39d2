import { useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatDateTime } from '@timbermark/client'
import { theme } from 'antd'
import { type CSSProperties, lazy, Suspense, useMemo } from 'react'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useClient, useT } from '../../shell/index.ts'
import { FigureTable } from './figure-table.tsx'

const LineChart = lazy(() => import('../../entity/values/line-chart.tsx'))

type Point = AnswerTo<'GET /monitor/server/history'>['points'][number]

interface Line {
  key: string
  title: string
  of: (point: Point) => number
}

const rounded = (value: number) => Math.round(value)
const percent = (share: number) => Math.round(share * 100)

/** The last day in three charts, each with its numbers as a table. */
export function DayCharts() {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['monitor', 'history'],
    queryFn: ({ signal }) => client.call('GET /monitor/server/history', { signal }),
    refetchInterval: 60_000,
    meta: { silent: true },
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 4 }} />
  if (data.points.length < 2) return <p className="tm-muted">{t('monitor.server.noDay')}</p>
  return (
    <div className="tm-mon-charts">
      <DayChart
        title={t('monitor.server.share')}
        points={data.points}
        lines={[
          { key: 'cpu', title: t('monitor.server.machineCpu'), of: point => percent(point.machineCpu) },
          { key: 'memory', title: t('monitor.server.memory'), of: point => percent(point.memory) },
        ]}
      />
      <DayChart
        title={t('monitor.server.loopChart')}
        points={data.points}
        lines={[{ key: 'loop', title: t('monitor.server.loopChart'), of: point => rounded(point.loopMost) }]}
      />
      <DayChart
        title={t('monitor.server.waits')}
        points={data.points}
        lines={[
          { key: 'connections', title: t('monitor.server.connections'), of: point => rounded(point.connections) },
          { key: 'jobs', title: t('monitor.server.jobs'), of: point => rounded(point.jobs) },
        ]}
      />
    </div>
  )
}

function DayChart({ title, points, lines }: { title: string; points: readonly Point[]; lines: readonly Line[] }) {
  const t = useT()
  const { token } = theme.useToken()
  const colors = [token.colorPrimary, token.colorWarning]
  const labels = useMemo(() => points.map(({ at }) => formatDateTime(at, 'HH:mm')), [points])
  const series = lines.map(({ title: label, of }, index) => ({
    label,
    color: colors[index] ?? token.colorPrimary,
    values: points.map(of),
    dashed: index > 0,
  }))
  return (
    <figure className="tm-mon-box">
      <figcaption>
        <h4>{title}</h4>
        {lines.length > 1 &&
          series.map(({ label, color }) => (
            <span key={label} className="tm-mon-legend" style={{ '--series': color } as CSSProperties}>
              {label}
            </span>
          ))}
      </figcaption>
      <div className="tm-mon-lines">
        <Suspense fallback={null}>
          <LineChart labels={labels} series={series} />
        </Suspense>
      </div>
      <details>
        <summary>{t('monitor.server.asTable')}</summary>
        <FigureTable
          caption={title}
          heads={[t('monitor.server.time'), ...lines.map(line => line.title)]}
          rows={points.map((point, index) => ({
            key: point.at,
            cells: [labels[index], ...lines.map(({ of }) => of(point))],
          }))}
        />
      </details>
    </figure>
  )
}
