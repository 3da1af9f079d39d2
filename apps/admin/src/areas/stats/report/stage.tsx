import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatNumber } from '@timbermark/client'
import { Empty, theme } from 'antd'
import { lazy, useMemo } from 'react'
import { NoPermission } from '../../../entity/list/list-states.tsx'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { barsHeight } from './bars-height.ts'
import { ChartBox } from './chart-box.tsx'
import { Delta } from './delta.tsx'
import { FiguresTable } from './figures-table.tsx'
import { useAsked } from './period.ts'
import { askAgainMs, ReportPage } from './report-page.tsx'

const BarChart = lazy(() => import('./bar-chart.tsx'))

type Stages = AnswerTo<'GET /stats/stage'>

/** How much each stage reported, and how long batches took to come there. */
export default function StageScreen() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  // A batch takes months from the forest to the shop.
  const [asked, change] = useAsked('month')
  const allowed = can('stats:stage:list')
  const query = useQuery({
    queryKey: ['stats', 'stage', asked],
    queryFn: ({ signal }) => client.call('GET /stats/stage', { query: asked, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: found => (found.state.data?.waiting ? askAgainMs : false),
    enabled: allowed,
    meta: { silent: true },
  })
  if (!allowed) return <NoPermission />
  return (
    <ReportPage
      title={t('menu.stats.stage')}
      screen="stage"
      asked={asked}
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
  const shown = useMemo(() => data.rows.filter(row => row.reports + row.reportsBefore > 0), [data.rows])
  const labels = useMemo(() => shown.map(row => t(`stage.${row.stage}`)), [shown, t])
  const throughput = useMemo(
    () => [
      { label: t('stats.report.reports'), color: colorPrimary, values: shown.map(row => row.reports) },
      { label: t('stats.report.before'), color: colorTextQuaternary, values: shown.map(row => row.reportsBefore) },
    ],
    [shown, t, colorPrimary, colorTextQuaternary],
  )
  const took = useMemo(
    () => [
      { label: t('stats.report.medianDays'), color: colorWarning, values: shown.map(row => row.medianDays) },
      { label: t('stats.report.before'), color: colorTextQuaternary, values: shown.map(row => row.medianDaysBefore) },
    ],
    [shown, t, colorWarning, colorTextQuaternary],
  )
  const number = (n: number) => formatNumber(n, t.language)
  const days = (n: number | null) => (n === null ? '–' : formatNumber(n, t.language, { maximumFractionDigits: 1 }))
  const percent = (share: number | null) =>
    share === null ? '–' : formatNumber(share, t.language, { style: 'percent', maximumFractionDigits: 1 })
  if (shown.length === 0)
    return (
      <section className="tm-tile-box">
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('stats.report.noStages')} />
      </section>
    )
  const pictures = [
    { title: t('stats.report.throughput'), series: throughput, digits: 0 },
    { title: t('stats.report.daysBetween'), series: took, digits: 1 },
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
            height={barsHeight(shown.length, 2)}
          >
            <BarChart labels={labels} series={series} digits={digits} />
          </ChartBox>
        ))}
      </div>
      <FiguresTable
        caption={t('menu.stats.stage')}
        rows={shown}
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
          { key: 'batches', title: t('stats.report.batches'), cell: row => number(row.batches) },
          {
            key: 'median',
            title: t('stats.report.medianDays'),
            cell: row => (
              <>
                {days(row.medianDays)}{' '}
                {row.medianDays !== null && row.medianDaysBefore !== null && (
                  <Delta now={row.medianDays} before={row.medianDaysBefore} bad />
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
