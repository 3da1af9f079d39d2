import { type AnswerTo, formatNumber } from '@timbermark/client'
import { Empty, theme } from 'antd'
import { lazy, useMemo } from 'react'
import { NoPermission } from '../../../entity/list/list-states.tsx'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { ChartBox } from '../../../entity/values/chart-box.tsx'
import { FiguresTable } from '../../../entity/values/figures-table.tsx'
import { useReportFilters } from './period.ts'
import { ReportPage } from './report-page.tsx'
import { SumsRow } from './sums-row.tsx'
import { useReport } from './use-report.ts'
import { hourIn } from '../../../entity/values/zone.ts'

const LineChart = lazy(() => import('../../../entity/values/line-chart.tsx'))

type Trend = AnswerTo<'GET /stats/trend'>

/** Scans and checks over time, with the period before. */
export default function TrendScreen() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const [filters, change] = useReportFilters()
  const mayList = can('stats:trend:list')
  const query = useReport('trend', [filters], mayList, signal =>
    client.call('GET /stats/trend', { query: filters, signal }),
  )
  if (!mayList) return <NoPermission />
  return (
    <ReportPage title={t('menu.stats.trend')} screen="trend" filters={filters} onChange={change} query={query}>
      {data => (
        <>
          <SumsRow now={data.now} before={data.before} />
          <TrendPicture data={data} grain={filters.grain} />
        </>
      )}
    </ReportPage>
  )
}

function TrendPicture({ data, grain }: { data: Trend; grain: 'hour' | 'day' | 'month' }) {
  const t = useT()
  const { token } = theme.useToken()
  const { user } = useSession()
  const timeZone = data.timeZone ?? user.timeZone
  const { colorPrimary, colorWarning, colorError, colorTextQuaternary } = token
  const starts = useMemo(
    () =>
      data.points.map(({ start }) =>
        grain === 'hour' ? hourIn(start, timeZone).slice(5) : grain === 'month' ? start.slice(0, 7) : start.slice(5),
      ),
    [data.points, grain, timeZone],
  )
  const series = useMemo(() => {
    const before = { label: `${t('stats.report.scans')} · ${t('stats.report.before')}`, color: colorTextQuaternary }
    return [
      { ...before, values: data.pointsBefore.map(point => point.scans), dashed: true },
      {
        label: t('stats.report.scans'),
        color: colorPrimary,
        values: data.points.map(point => point.scans),
        dashed: false,
      },
      {
        label: t('stats.report.checks'),
        color: colorWarning,
        values: data.points.map(point => point.checks),
        dashed: false,
      },
      {
        label: t('stats.report.wrongChecks'),
        color: colorError,
        values: data.points.map(point => point.wrongChecks),
        dashed: true,
      },
    ]
  }, [data, t, colorPrimary, colorWarning, colorError, colorTextQuaternary])
  const number = (n: number) => formatNumber(n, t.language)
  const { now, before } = data
  if (now.scans + now.checks + before.scans + before.checks === 0)
    return (
      <section className="tm-tile-box">
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('stats.report.neverCounted')} />
      </section>
    )
  const rows = data.points.map((point, place) => ({ point, before: data.pointsBefore[place], start: starts[place]! }))
  return (
    <>
      <ChartBox
        title={t('menu.stats.trend')}
        legend={series.map(({ label, color }) => ({ label, color }))}
        fileName={`${t('menu.stats.trend')} ${data.from} ${data.to}`}
        height={340}
      >
        <LineChart labels={starts} series={series} />
      </ChartBox>
      <FiguresTable
        caption={t('menu.stats.trend')}
        rows={rows.toReversed()}
        keyOf={row => row.point.start}
        columns={[
          {
            key: 'start',
            title: t(`stats.report.${grain}`),
            cell: ({ point }) =>
              grain === 'hour'
                ? hourIn(point.start, timeZone)
                : grain === 'month'
                  ? point.start.slice(0, 7)
                  : point.start,
          },
          { key: 'scans', title: t('stats.report.scans'), cell: ({ point }) => number(point.scans) },
          { key: 'scansBefore', title: t('stats.report.scansBefore'), cell: row => number(row.before?.scans ?? 0) },
          { key: 'checks', title: t('stats.report.checks'), cell: ({ point }) => number(point.checks) },
          { key: 'wrongChecks', title: t('stats.report.wrongChecks'), cell: ({ point }) => number(point.wrongChecks) },
        ]}
      />
    </>
  )
}
