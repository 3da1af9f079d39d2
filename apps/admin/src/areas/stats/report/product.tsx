import type { AnswerTo } from '@timbermark/client'
import { Segmented } from 'antd'
import { NoPermission } from '../../../entity/list/list-states.tsx'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { useReportFilters, useChoice } from './period.ts'
import { Ranking } from './ranking.tsx'
import { ReportPage } from './report-page.tsx'
import { SumsRow } from './sums-row.tsx'
import { useReport } from './use-report.ts'

type Ranked = AnswerTo<'GET /stats/product'>

const nameOf = (row: Ranked['rows'][number]) => row.name

/** The scans and checks of each product, batch or enterprise. */
export default function ProductScreen() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const [filters, change] = useReportFilters()
  const [chosen, choose] = useChoice('by', ['product', 'batch'] as const)
  const mayList = can('stats:product:list')
  // For all enterprises together, the enterprises are ranked.
  const by = can('tenant:enterprise:list') && filters.enterpriseId === undefined ? 'enterprise' : chosen
  const grain = filters.grain === 'hour' ? 'day' : filters.grain
  const extraQuery = { by, grain } as const
  const query = useReport('product', [filters, extraQuery], mayList, signal =>
    client.call('GET /stats/product', { query: { ...filters, ...extraQuery }, signal }),
  )
  if (!mayList) return <NoPermission />
  return (
    <ReportPage
      title={t('menu.stats.product')}
      screen="product"
      filters={{ ...filters, grain }}
      onChange={change}
      extraQuery={extraQuery}
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
          <Ranking
            data={data}
            caption={t('menu.stats.product')}
            pictures={(['scans', 'checks'] as const).map(of => ({
              of,
              title: `${t(`stats.report.by.${by}`)} · ${t(`stats.report.${of}`)}`,
              fileName: t('menu.stats.product'),
            }))}
            keyOf={row => String(row.id)}
            nameOf={nameOf}
            heading={t(`stats.report.by.${by}`)}
            empty={t('stats.report.neverCounted')}
          />
        </>
      )}
    </ReportPage>
  )
}
