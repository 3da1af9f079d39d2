import { type AnswerTo, formatNumber } from '@timbermark/client'
import { type PlaceLevel, placeLevels } from '@timbermark/contract'
import { Segmented } from 'antd'
import { useCallback, useMemo } from 'react'
import { NoPermission } from '../../../entity/list/list-states.tsx'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { useReportFilters, useChoice } from './period.ts'
import { PlaceMap } from './place-map.tsx'
import { type Counted, Ranking } from './ranking.tsx'
import { ReportPage } from './report-page.tsx'
import { SumsRow } from './sums-row.tsx'
import { useReport } from './use-report.ts'

type Places = AnswerTo<'GET /stats/place'>
type Place = Places['rows'][number]

const orders = ['scans', 'checks', 'wrongChecks'] as const
const levels = ['city', 'province', 'country'] as const

/** The places with the most scans, checks or failed checks. */
export default function PlaceScreen() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const [filters, change] = useReportFilters()
  const [level, setLevel] = useChoice('level', levels)
  const [sortBy, setOrder] = useChoice('sortBy', orders)
  const mayList = can('stats:place:list')
  const grain = filters.grain === 'hour' ? 'day' : filters.grain
  const extraQuery = { level, sortBy, grain } as const
  const query = useReport('place', [filters, extraQuery], mayList, signal =>
    client.call('GET /stats/place', { query: { ...filters, ...extraQuery }, signal }),
  )
  if (!mayList) return <NoPermission />
  return (
    <ReportPage
      title={t('menu.stats.place')}
      screen="place"
      filters={{ ...filters, grain }}
      onChange={change}
      extraQuery={extraQuery}
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
          <RankedPlaces data={data} level={level} sortBy={sortBy} />
        </>
      )}
    </ReportPage>
  )
}

const isRegion = (value: string) => /^[A-Z]{2}$/.test(value)

function RankedPlaces({ data, level, sortBy }: { data: Places; level: PlaceLevel; sortBy: Counted }) {
  const t = useT()
  const regions = useMemo(() => new Intl.DisplayNames([t.locale], { type: 'region' }), [t.locale])
  const nameInLevel = useCallback(
    (place: Place, one: PlaceLevel) =>
      one === 'country' && isRegion(place.country) ? (regions.of(place.country) ?? place.country) : place[one],
    [regions],
  )
  const nameOf = useCallback((place: Place) => nameInLevel(place, level), [nameInLevel, level])
  const title = t(sortBy === 'wrongChecks' ? 'stats.report.hotSpots' : `stats.report.placesBy.${sortBy}`)
  const { unplaced } = data
  const number = (n: number) => formatNumber(n, t.language)
  const above = placeLevels.slice(0, placeLevels.indexOf(level)).toReversed()
  return (
    <Ranking
      data={data}
      caption={title}
      pictures={[{ of: sortBy, title }]}
      keyOf={row => `${row.country} ${row.province} ${row.city}`}
      nameOf={nameOf}
      heading={t(`stats.report.level.${level}`)}
      cell={row => (
        <>
          {nameOf(row)}
          {above.length > 0 && (
            <span className="tm-stats-above tm-muted">
              {above
                .map(one => nameInLevel(row, one))
                .filter((name, place, all) => name && name !== nameOf(row) && all.indexOf(name) === place)
                .join(' · ')}
            </span>
          )}
        </>
      )}
      empty={t(data.now.scans + data.now.checks === 0 ? 'stats.report.neverCounted' : 'stats.report.noPlaces')}
      note={
        unplaced.scans + unplaced.checks > 0 &&
        t('stats.report.unplaced', { scans: number(unplaced.scans), checks: number(unplaced.checks) })
      }
    >
      <PlaceMap places={data.rows} by={sortBy} nameOf={nameOf} />
    </Ranking>
  )
}
