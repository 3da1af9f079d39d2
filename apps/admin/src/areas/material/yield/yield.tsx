import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatNumber } from '@timbermark/client'
import { yieldStages } from '@timbermark/contract'
import { Empty, Segmented, Select, theme } from 'antd'
import { lazy, useId, useMemo } from 'react'
import { Link } from 'react-router'
import { useDict } from '../../../entity/controls/use-dict.ts'
import { LoadingOrFailure, NoPermission } from '../../../entity/list/list-states.tsx'
import { ChartBox } from '../../../entity/values/chart-box.tsx'
import { FiguresTable } from '../../../entity/values/figures-table.tsx'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { zoneName } from '../../../entity/values/zone.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { FiguresBar } from '../figures-bar.tsx'
import { useFigureFilters } from '../use-figure-filters.ts'
import { lastDayOf, monthsBetween } from './months.ts'
import '../../../entity/entity.css'
import '../../../entity/styles/figures.css'

const LineChart = lazy(() => import('../../../entity/values/line-chart.tsx'))

type Yields = AnswerTo<'GET /material/yield'>
type Row = Yields['rows'][number]

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const chartHeight = 280

/** How much comes out of processing, by month, with the band that is usual. */
export default function YieldScreen() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const [filters, change] = useFigureFilters(['from', 'to', 'stage', 'species'])
  const query = { ...(isDay(filters.from) && { from: filters.from }), ...(isDay(filters.to) && { to: filters.to }) }
  const mayList = can('material:yield:list')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['material', 'yield', query],
    queryFn: ({ signal }) => client.call('GET /material/yield', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: mayList,
    meta: { silent: true },
  })
  if (!mayList) return <NoPermission />
  return (
    <div className="tm-dashboard tm-stats">
      <h2 className="tm-visually-hidden">{t('menu.material.yield')}</h2>
      <FiguresBar
        screen="yield"
        period={{ from: filters.from || (data ? `${data.from}-01` : ''), to: filters.to || lastDayOf(data?.to ?? '') }}
        onPeriod={change}
        query={query}
        refreshing={isFetching}
        onRefresh={() => void refetch()}
      />
      {data ? (
        <YieldContent data={data} chosen={filters} onChoose={change} />
      ) : (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 10 }} />
      )}
    </div>
  )
}

interface Choice {
  stage: string
  species: string
}

interface YieldContentProps {
  data: Yields
  chosen: Choice
  onChoose: (part: Partial<Choice>) => void
}

function YieldContent({ data, chosen, onChoose }: YieldContentProps) {
  const t = useT()
  const speciesField = useId()
  const { data: entries } = useDict('tree_species')
  const label = (code: string) => entries?.find(({ dictValue }) => dictValue === code)?.dictLabel ?? code
  const stages = yieldStages.filter(stage => data.rows.some(row => row.stage === stage))
  const stage = stages.find(one => one === chosen.stage) ?? stages[0]
  const ofStage = data.rows.filter(row => row.stage === stage)
  const species = byRecords(ofStage)
  const one = species.includes(chosen.species) ? chosen.species : species[0]
  const rows = ofStage.filter(row => row.species === one)
  return (
    <>
      <p className="tm-stats-about tm-muted" role="status">
        <strong className="tm-stats-printed">{t('menu.material.yield')}</strong>
        <span>
          {t('material.yield.about', { from: data.from, to: data.to, zone: zoneName(data.timeZone, t.locale) })}
        </span>
      </p>
      {!stage || one === undefined ? (
        <section className="tm-tile-box">
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('material.yield.empty')} />
        </section>
      ) : (
        <>
          <div className="tm-stats-bar">
            <Segmented
              aria-label={t('material.yield.stage')}
              value={stage}
              options={stages.map(value => ({ value, label: t(`stage.${value}`) }))}
              onChange={value => onChoose({ stage: value })}
            />
            <div className="tm-stats-filter">
              <label htmlFor={speciesField}>{t('material.yield.species')}</label>
              <Select
                id={speciesField}
                value={one}
                style={{ flex: 1, minWidth: 0 }}
                options={species.map(value => ({ value, label: label(value) }))}
                onChange={value => onChoose({ species: value })}
              />
            </div>
          </div>
          <YieldPictures data={data} rows={rows} name={`${t(`stage.${stage}`)} · ${label(one)}`} />
        </>
      )}
    </>
  )
}

/** The species, the one with the most records first. */
function byRecords(rows: readonly Row[]): string[] {
  const records = new Map<string, number>()
  for (const row of rows) records.set(row.species, (records.get(row.species) ?? 0) + row.records)
  return [...records].sort((a, b) => b[1] - a[1]).map(([species]) => species)
}

function YieldPictures({ data, rows, name }: { data: Yields; rows: readonly Row[]; name: string }) {
  const t = useT()
  const { can } = useSession()
  const { token } = theme.useToken()
  const { colorPrimary, colorTextTertiary, colorWarning } = token
  const months = useMemo(() => monthsBetween(data.from, data.to), [data.from, data.to])
  const series = useMemo(() => {
    const values = (of: (row: Row) => number | null) =>
      months.map(month => {
        const row = rows.find(one => one.month === month)
        return row ? of(row) : null
      })
    return [
      { label: t('material.yield.percent'), color: colorPrimary, values: values(row => row.yield), dashed: false },
      {
        label: t('material.yield.bandFrom'),
        color: colorTextTertiary,
        values: values(({ band }) => band.from),
        dashed: true,
      },
      {
        label: t('material.yield.bandTo'),
        color: colorTextTertiary,
        values: values(({ band }) => band.to),
        dashed: true,
      },
      {
        label: t('material.yield.monthsOutside'),
        color: colorWarning,
        values: values(row => (row.outside > 0 ? row.yield : null)),
        dashed: false,
        marks: true,
      },
    ]
  }, [months, rows, t, colorPrimary, colorTextTertiary, colorWarning])
  const number = (value: number | string, digits = 3) =>
    formatNumber(Number(value) || 0, t.language, { maximumFractionDigits: digits })
  const caption = `${t('material.yield.picture')} · ${name}`
  return (
    <>
      <ChartBox
        title={t('material.yield.picture')}
        legend={series.map(({ label, color }) => ({ label, color }))}
        fileName={`${t('menu.material.yield')} ${name} ${data.from} ${data.to}`}
        height={chartHeight}
      >
        <LineChart labels={months} series={series} digits={1} />
      </ChartBox>
      <FiguresTable
        caption={caption}
        rows={rows}
        keyOf={row => row.month}
        columns={[
          { key: 'month', title: t('material.yield.month'), cell: row => row.month },
          { key: 'percent', title: t('material.yield.percent'), cell: row => number(row.yield, 1) },
          {
            key: 'band',
            title: t('material.yield.band'),
            cell: ({ band }) => (
              <>
                {number(band.from, 1)} – {number(band.to, 1)}{' '}
                <span className="tm-muted tm-stats-above">
                  {t(band.isLearned ? 'material.yield.learned' : 'material.yield.first')}
                </span>
              </>
            ),
          },
          { key: 'input', title: t('material.yield.input'), cell: row => number(row.input) },
          { key: 'output', title: t('material.yield.output'), cell: row => number(row.output) },
          { key: 'records', title: t('material.yield.records'), cell: row => number(row.records) },
          {
            key: 'outside',
            title: t('material.yield.outside'),
            cell: row => (row.outside > 0 ? <ToneTag tone="warning">{number(row.outside)}</ToneTag> : '–'),
          },
        ]}
      />
      {can('stage:record:list') && rows.some(({ outside }) => outside > 0) && (
        <p>
          <Link to={`/stage/record?stage=${rows[0]!.stage}&flagged=true&status=current`}>
            {t('material.yield.openOutside')}
          </Link>
        </p>
      )}
    </>
  )
}
