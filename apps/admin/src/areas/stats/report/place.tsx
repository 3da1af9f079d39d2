import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatNumber } from '@timbermark/client'
import { type PlaceLevel, placeLevels } from '@timbermark/contract'
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

type Places = AnswerTo<'GET /stats/place'>
type Place = Places['rows'][number]
type Order = 'scans' | 'checks' | 'wrongChecks'

const drawnBars = 15
const orders = ['scans', 'checks', 'wrongChecks'] as const
const levels = ['city', 'province', 'country'] as const

/** Where is scanned and checked most, and where checks fail. */
export default function PlaceScreen() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const [asked, change] = useAsked()
  const [level, setLevel] = useChoice('level', levels)
  const [sortBy, setOrder] = useChoice('sortBy', orders)
  const allowed = can('stats:place:list')
  const grain = asked.grain === 'hour' ? 'day' : asked.grain
  const also = { level, sortBy, grain } as const
  const query = useQuery({
    queryKey: ['stats', 'place', asked, also],
    queryFn: ({ signal }) => client.call('GET /stats/place', { query: { ...asked, ...also }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.waiting ? askAgainMs : false),
    enabled: allowed,
    meta: { silent: true },
  })
  if (!allowed) return <NoPermission />
  return (
    <ReportPage
      title={t('menu.stats.place')}
      screen="place"
      asked={{ ...asked, grain }}
      onChange={change}
      also={also}
      query={query}
    >
      {data => (
        <>
          <div className="tm-stats-bar">
            <Segmented
              aria-label={t('stats.report.level')}
              value={level}
              options={levels.map(value => ({ value, label: t(`stats.report.level.${value}`) }))}
              onChange={setLevel}
            />
            <Segmented
              aria-label={t('stats.report.sortBy')}
              value={sortBy}
              options={orders.map(value => ({ value, label: t(`stats.report.${value}`) }))}
              onChange={setOrder}
            />
          </div>
          <SumsRow now={data.now} before={data.before} />
          <PlacePicture data={data} level={level} sortBy={sortBy} />
        </>
      )}
    </ReportPage>
  )
}

const isRegion = (value: string) => /^[A-Z]{2}$/.test(value)

function PlacePicture({ data, level, sortBy }: { data: Places; level: PlaceLevel; sortBy: Order }) {
  const t = useT()
  const { token } = theme.useToken()
  const { colorPrimary, colorWarning, colorError } = token
  const regions = useMemo(() => new Intl.DisplayNames([t.locale], { type: 'region' }), [t.locale])
  const named = (place: Place) =>
    level === 'country' && isRegion(place.country) ? (regions.of(place.country) ?? place.country) : place[level]
  const drawn = useMemo(() => data.rows.slice(0, drawnBars), [data.rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: names follow from the rows, the level and the language
  const labels = useMemo(() => drawn.map(named), [drawn, level, regions])
  const series = useMemo(() => {
    const color = { scans: colorPrimary, checks: colorWarning, wrongChecks: colorError }[sortBy]
    return [{ label: t(`stats.report.${sortBy}`), color, values: drawn.map(row => row[sortBy]) }]
  }, [drawn, sortBy, t, colorPrimary, colorWarning, colorError])
  const title = t(sortBy === 'wrongChecks' ? 'stats.report.hotSpots' : `stats.report.placesBy.${sortBy}`)
  const { unplaced } = data
  const number = (n: number) => formatNumber(n, t.language)
  const above = placeLevels.slice(0, placeLevels.indexOf(level)).toReversed()
  return (
    <>
      {data.rows.length === 0 ? (
        <section className="tm-tile-box">
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={t(
              data.now.scans + data.now.checks === 0 ? 'stats.report.neverCounted' : 'stats.report.noPlaces',
            )}
          />
        </section>
      ) : (
        <>
          <ChartBox title={title} fileName={`${title} ${data.from} ${data.to}`} height={barsHeight(drawn.length, 1)}>
            <BarChart labels={labels} series={series} />
          </ChartBox>
          <FiguresTable
            caption={title}
            rows={data.rows}
            keyOf={row => `${row.country} ${row.province} ${row.city}`}
            columns={[
              {
                key: 'name',
                title: t(`stats.report.level.${level}`),
                cell: row => (
                  <>
                    {named(row)}
                    {above.length > 0 && (
                      <span className="tm-stats-above tm-muted">
                        {above
                          .map(one =>
                            one === 'country' && isRegion(row.country)
                              ? (regions.of(row.country) ?? row.country)
                              : row[one],
                          )
                          .filter((name, place, all) => name && name !== named(row) && all.indexOf(name) === place)
                          .join(' · ')}
                      </span>
                    )}
                  </>
                ),
              },
              ...comparedColumns<Place>(t),
            ]}
          />
        </>
      )}
      <p className="tm-muted tm-stats-about">
        {data.total > data.rows.length && (
          <span>{t('stats.report.of', { n: data.rows.length, all: number(data.total) })}</span>
        )}
        {unplaced.scans + unplaced.checks > 0 && (
          <span>{t('stats.report.unplaced', { scans: number(unplaced.scans), checks: number(unplaced.checks) })}</span>
        )}
      </p>
    </>
  )
}
