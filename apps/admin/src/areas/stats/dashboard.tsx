import { useQuery } from '@tanstack/react-query'
import { type AnswerTo, ApiError, formatDateTime, formatNumber } from '@timbermark/client'
import { activityDays, countedLists } from '@timbermark/contract'
import { Alert, Empty, Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { loadScreenPhrases, useClient, useSession, useT, Waiting } from '../../shell/index.ts'
import { Change } from './change.tsx'
import { FirstSteps } from './first-steps.tsx'
import { RankingChart } from './ranking-chart.tsx'
import { TourOffer } from './tour-offer.tsx'
import { TrendChart } from './trend-chart.tsx'
import { useActivity } from './use-activity.ts'
import { WaitingList } from './waiting-list.tsx'
import '../../entity/entity.css'
import './dashboard.css'

// Renders values of every kind, pictures and rich text too: people who see the figures do not need it. Their words are those
// of other screens, which Home does not begin with.
const MyHome = lazy(async () => {
  const [{ MyHome }] = await Promise.all([import('./my-home.tsx'), loadScreenPhrases()])
  return { default: MyHome }
})

const figures = ['codes', 'scans', 'checks', 'products', 'batches', 'activeRequests'] as const
const phraseKeys = {
  codes: 'stats.codes',
  scans: 'stats.scans',
  checks: 'stats.checks',
  products: 'stats.products',
  batches: 'stats.batches',
  activeRequests: 'stats.activeRequests',
} as const

/** As high as the chart that comes in its place. */
const chartToCome = (
  <div className="tm-chart-to-come">
    <Waiting title={false} paragraph={{ rows: 8, width: '100%' }} />
  </div>
)

/** What waits for the person, and the statistics report: totals, scans, places, and the latest reports. */
export default function Dashboard() {
  const t = useT()
  const client = useClient()
  const { user, can } = useSession()
  const mayCount = countedLists.some(list => can(list))
  const { data, error, refetch } = useQuery({
    queryKey: ['stats', 'overview'],
    queryFn: ({ signal }) => client.call('GET /stats/overview', { signal }),
    enabled: mayCount,
    // The page shows its own message.
    meta: { silent: true },
  })
  const [days, setDays] = useState<number>(30)
  const { data: activity } = useActivity(days)
  const refused = !mayCount || (error instanceof ApiError && error.code === 403)
  const myHome = (
    <Suspense fallback={<Waiting paragraph={{ rows: 10 }} />}>
      <MyHome />
    </Suspense>
  )
  return (
    <div className="tm-dashboard">
      <header>
        <div>
          <h2>{t('stats.welcome', { name: user.nickName || user.userName })}</h2>
          <p className="tm-muted">
            {[refused ? '' : t('menu.stats'), data?.scope === 'platform' ? t('stats.everybody') : user.enterpriseName]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <TourOffer />
        </div>
        {activity && (
          <Segmented
            aria-label={t('stats.period')}
            value={days}
            options={activityDays.map(value => ({ value, label: t('stats.lastDays', { n: value }) }))}
            onChange={setDays}
          />
        )}
      </header>
      {data?.alarms?.map(alarm => (
        <Alert
          key={alarm.key}
          className="tm-alarm"
          showIcon
          type={alarm.grade === 'down' ? 'error' : 'warning'}
          title={t(`alarm.${alarm.key}`)}
          description={`${t(`alarm.${alarm.key}.help`, alarm.detail)} ${t('alarm.since', { time: formatDateTime(alarm.since) })}`}
        />
      ))}
      <WaitingList />
      {refused ? (
        // Without the statistics the person's own work is the home page.
        myHome
      ) : !data ? (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 10 }} />
      ) : (
        <>
          {data.scope !== 'platform' && <FirstSteps />}
          <dl className="tm-figures">
            {figures.map(name => {
              const total = data[name]
              // Lists that the person may not read are not counted either.
              if (total === null) return null
              const wrongCount = name === 'checks' ? (activity?.now.wrongChecks ?? data.wrongChecks) : null
              return <Figure key={name} name={name} total={total} wrong={wrongCount} days={days} activity={activity} />
            })}
          </dl>
          <div className="tm-charts">
            {(data.scans !== null || data.checks !== null) && (
              <section className="tm-tile-box tm-chart-wide">
                <h3>{t('stats.trend')}</h3>
                {activity ? <TrendChart days={activity.trend} /> : chartToCome}
              </section>
            )}
            {data.scans !== null && (
              <section className="tm-tile-box">
                <h3>{t('stats.cities')}</h3>
                {activity ? <RankingChart entries={activity.cities} /> : chartToCome}
              </section>
            )}
            {data.recent && (
              <section className="tm-tile-box tm-chart-full">
                <h3>{t('stats.recent')}</h3>
                <RecentReports reports={data.recent} />
              </section>
            )}
          </div>
          {/* A few totals are not enough for a home page: without scans, checks and reports the person's own work is shown below. */}
          {data.scans === null && data.checks === null && !data.recent && myHome}
        </>
      )}
    </div>
  )
}

interface FigureProps {
  name: (typeof figures)[number]
  /** The total of all time. */
  total: number
  /** How many of the shown number were wrong; null where the number has no right and wrong. */
  wrong: number | null
  days: number
  activity: AnswerTo<'GET /stats/activity'> | undefined
}

/** One number: of the period with its change and its total, or the total alone where it has no period. */
function Figure({ name, total, wrong, days, activity }: FigureProps) {
  const t = useT()
  const periodKey = name === 'codes' || name === 'scans' || name === 'checks' ? name : undefined
  const now = periodKey && activity?.now[periodKey]
  const before = (periodKey && activity?.before[periodKey]) ?? 0
  const number = (n: number) => formatNumber(n, t.language)
  return (
    <div className="tm-tile-box">
      <dt>{t(phraseKeys[name])}</dt>
      <dd>{number(now ?? total)}</dd>
      {wrong !== null && (
        <dd className="tm-figure-more">
          <p className="tm-muted">
            {t('stats.rightAndWrong', { right: number((now ?? total) - wrong), wrong: number(wrong) })}
          </p>
        </dd>
      )}
      {typeof now === 'number' && (
        <dd className="tm-figure-more">
          <Change now={now} before={before} days={days} />
          <p className="tm-muted">{t('stats.inTotal', { n: number(total) })}</p>
        </dd>
      )}
    </div>
  )
}

type Report = NonNullable<AnswerTo<'GET /stats/overview'>['recent']>[number]

/** Consecutive reports of the same stage, batch and enterprise as one entry with their number; the latest time is shown. */
function groupReports(reports: readonly Report[]): (Report & { times: number })[] {
  const groups: (Report & { times: number })[] = []
  for (const report of reports) {
    const last = groups.at(-1)
    const isSame = last && (['stage', 'batchNumber', 'enterprise'] as const).every(part => last[part] === report[part])
    if (isSame) last.times++
    else groups.push({ ...report, times: 1 })
  }
  return groups
}

function RecentReports({ reports }: { reports: readonly Report[] }) {
  const t = useT()
  if (reports.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('stats.noReports')} />
  return (
    <ul className="tm-recent">
      {groupReports(reports).map(report => (
        <li key={`${report.recordedAt} ${report.batchNumber} ${report.stage}`}>
          <strong>{t(`stage.${report.stage}`)}</strong>
          <span>{report.batchNumber}</span>
          <span className="tm-muted">{report.enterprise}</span>
          {report.times > 1 && <span className="tm-muted">{t('stats.times', { n: report.times })}</span>}
          <time className="tm-number tm-muted" dateTime={report.recordedAt}>
            {formatDateTime(report.recordedAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}
