import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatNumber } from '@timbermark/client'
import { Empty, Segmented, theme } from 'antd'
import { lazy, useMemo } from 'react'
import { NoPermission } from '../../../entity/list-states.tsx'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { barsHeight } from './bars-height.ts'
import { ChartBox } from './chart-box.tsx'
import { comparedColumns } from './compared-columns.tsx'
import { FiguresTable } from './figures-table.tsx'
import { useAsked, useChoice } from './period.ts'
import { askAgainMs, ReportPage } from './report-page.tsx'
import { SumsRow } from './sums-row.tsx'

const BarChart = lazy(() => import('./bar-chart.tsx'))

type Ranked = AnswerTo<'GET /stats/product'>

/** Bars that a picture holds; the table below has them all. */
const drawnBars = 15

/** How often each product, batch or enterprise was scanned and checked. */
export default function ProductScreen() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const [asked, change] = useAsked()
  const [chosen, choose] = useChoice('by', ['product', 'batch'] as const)
  const allowed = can('stats:product:list')
  // Of all enterprises together the enterprises themselves are ranked.
  const by = can('tenant:enterprise:list') && asked.enterpriseId === undefined ? 'enterprise' : chosen
  const grain = asked.grain === 'hour' ? 'day' : asked.grain
  const also = { by, grain } as const
  const query = useQuery({
    queryKey: ['stats', 'product', asked, also],
    queryFn: ({ signal }) => client.call('GET /stats/product', { query: { ...asked, ...also }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.waiting ? askAgainMs : false),
    enabled: allowed,
    meta: { silent: true },
  })
  if (!allowed) return <NoPermission />
  return (
    <ReportPage
      title={t('menu.stats.product')}
      screen="product"
      asked={{ ...asked, grain }}
      onChange={change}
      also={also}
      query={query}
    >
      {data => (
        <>
          {by !== 'enterprise' && (
            <Segmented
              className="tm-stats-choice"
              aria-label={t('stats.report.by')}
              value={chosen}
              options={(['product', 'batch'] as const).map(value => ({ value, label: t(`stats.report.by.${value}`) }))}
              onChange={choose}
            />
          )}
          <SumsRow now={data.now} before={data.before} />
          <RankingPicture data={data} by={by} />
        </>
      )}
    </ReportPage>
  )
}

function RankingPicture({ data, by }: { data: Ranked; by: 'product' | 'batch' | 'enterprise' }) {
  const t = useT()
  const { token } = theme.useToken()
  const { colorPrimary, colorWarning } = token
  const drawn = useMemo(() => data.rows.slice(0, drawnBars), [data.rows])
  const labels = useMemo(() => drawn.map(row => row.name), [drawn])
  const pictures = useMemo(
    () => ({
      scans: [{ label: t('stats.report.scans'), color: colorPrimary, values: drawn.map(row => row.scans) }],
      checks: [{ label: t('stats.report.checks'), color: colorWarning, values: drawn.map(row => row.checks) }],
    }),
    [drawn, t, colorPrimary, colorWarning],
  )
  if (data.rows.length === 0)
    return (
      <section className="tm-tile-box">
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('stats.report.neverCounted')} />
      </section>
    )
  return (
    <>
      <div className="tm-stats-two">
        {(['scans', 'checks'] as const).map(key => (
          <ChartBox
            key={key}
            title={`${t(`stats.report.by.${by}`)} · ${t(`stats.report.${key}`)}`}
            fileName={`${t('menu.stats.product')} ${data.from} ${data.to}`}
            height={barsHeight(drawn.length, 1)}
          >
            <BarChart labels={labels} series={pictures[key]} />
          </ChartBox>
        ))}
      </div>
      <FiguresTable
        caption={t('menu.stats.product')}
        rows={data.rows}
        keyOf={row => String(row.id)}
        columns={[
          { key: 'name', title: t(`stats.report.by.${by}`), cell: row => row.name },
          ...comparedColumns<Ranked['rows'][number]>(t),
        ]}
      />
      {data.total > data.rows.length && (
        <p className="tm-muted">
          {t('stats.report.of', { n: data.rows.length, all: formatNumber(data.total, t.language) })}
        </p>
      )}
    </>
  )
}
