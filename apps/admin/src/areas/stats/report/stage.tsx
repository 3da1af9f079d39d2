import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatNumber } from '@timbermark/client'
import { Empty, theme } from 'antd'
import { lazy, useMemo } from 'react'
import { NoPermission } from '../../../entity/list/list-states.tsx'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { barsHeight } from './bars-height.ts'
import { ChartBox } from '../../../entity/values/chart-box.tsx'
import { Delta } from './delta.tsx'
import { FiguresTable } from '../../../entity/values/figures-table.tsx'
import { useReportFilters } from './period.ts'
import { pollMs, ReportPage } from './report-page.tsx'

const BarChart = lazy(() => import('./bar-chart.tsx'))

type Stages = AnswerTo<'GET /stats/stage'>

/** The reports of each stage, and how long batches took to reach it. */
export default function StageScreen() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  // A batch takes months from the forest to the shop.
  const [filters, change] = useReportFilters('month')
  const mayList = can('stats:stage:list')
  const query = useQuery({
    queryKey: ['stats', 'stage', filters],
    queryFn: ({ signal }) => client.call('GET /stats/stage', { query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: query => (query.state.data?.waiting ? pollMs : false),
    enabled: mayList,
    meta: { silent: true },
  })
  if (!mayList) return <NoPermission />
  return (
    <ReportPage
      title={t('menu.stats.stage')}
      screen="stage"
      filters={filters}
      onChange={change}
      query={query}
      waitingFor="reports"
    >
      {data => <StagePictures data={data} />}
    </ReportPage>
  )
}

function StagePictures({ data }: { data: Stages }) {
  const t = useT()
  const { token } = theme.useToken()
  const { colorPrimary, colorTextQuaternary, colorWarning } = token
  const reported = useMemo(() => data.rows.filter(row => row.reports + row.reportsBefore > 0), [data.rows])
  const labels = useMemo(() => reported.map(row => t(`stage.${row.stage}`)), [reported, t])
  const throughput = useMemo(
    () => [
      { label: t('stats.report.reports'), color: colorPrimary, values: reported.map(row => row.reports) },
      { label: t('stats.report.before'), color: colorTextQuaternary, values: reported.map(row => row.reportsBefore) },
    ],
    [reported, t, colorPrimary, colorTextQuaternary],
  )
  const duration = useMemo(
    () => [
      { label: t('stats.report.medianDays'), color: colorWarning, values: reported.map(row => row.medianDays) },
      {
        label: t('stats.report.before'),
        color: colorTextQuaternary,
        values: reported.map(row => row.medianDaysBefore),
      },
    ],
    [reported, t, colorWarning, colorTextQuaternary],
  )
  const number = (n: number) => formatNumber(n, t.language)
  const days = (n: number | null) => (n === null ? '–' : formatNumber(n, t.language, { maximumFractionDigits: 1 }))
  const percent = (share: number | null) =>
    share === null ? '–' : formatNumber(share, t.language, { style: 'percent', maximumFractionDigits: 1 })
  if (reported.length === 0)
    return (
      <section className="tm-tile-box">
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('stats.report.noStages')} />
      </section>
    )
  const pictures = [
    { title: t('stats.report.throughput'), series: throughput, digits: 0 },
    { title: t('stats.report.daysBetween'), series: duration, digits: 1 },
  ]
  return (
    <>
      <div className="tm-stats-two">
        {pictures.map(({ title, series, digits }) => (
          <ChartBox
            key={title}
            title={title}
            legend={series.map(({ label, color }) => ({ label, color }))}
            fileName={`${title} ${data.from} ${data.to}`}
            height={barsHeight(reported.length, 2)}
          >
            <BarChart labels={labels} series={series} digits={digits} />
          </ChartBox>
        ))}
      </div>
      <FiguresTable
        caption={t('menu.stats.stage')}
        rows={reported}
        keyOf={row => row.stage}
        columns={[
          { key: 'stage', title: t('stats.report.stage'), cell: row => t(`stage.${row.stage}`) },
          {
            key: 'reports',
            title: t('stats.report.reports'),
            cell: row => (
              <>
                {number(row.reports)} <Delta now={row.reports} before={row.reportsBefore} />
              </>
            ),
          },
          { key: 'codes', title: t('stats.report.codes'), cell: row => number(row.codes) },
          { key: 'items', title: t('stats.report.items'), cell: row => number(row.items) },
          { key: 'packages', title: t('stats.report.packages'), cell: row => number(row.packages) },
          {
            key: 'volume',
            title: t('stats.report.volume'),
            cell: row =>
              row.volume === null ? '–' : formatNumber(row.volume, t.language, { maximumFractionDigits: 3 }),
          },
          { key: 'batches', title: t('stats.report.batches'), cell: row => number(row.batches) },
          {
            key: 'median',
            title: t('stats.report.medianDays'),
            cell: row => (
              <>
                {days(row.medianDays)}{' '}
                {row.medianDays !== null && row.medianDaysBefore !== null && (
                  <Delta now={row.medianDays} before={row.medianDaysBefore} bad duration />
                )}
              </>
            ),
          },
          { key: 'average', title: t('stats.report.averageDays'), cell: row => days(row.averageDays) },
          { key: 'longest', title: t('stats.report.longestDays'), cell: row => days(row.longestDays) },
          {
            key: 'yield',
            title: t('stats.report.yield'),
            cell: row => (
              <>
                {percent(row.yield)}{' '}
                {row.yieldBefore !== null && (
                  <span className="tm-muted">
                    {t('stats.report.before')} {percent(row.yieldBefore)}
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      <p className="tm-muted">
        {t('stats.report.daysHelp')} {t('stats.report.stageHelp')}
      </p>
    </>
  )
}
