import { useQuery } from '@tanstack/react-query'
import { type AnswerTo, ApiError, formatDateTime, formatNumber } from '@timbermark/client'
import { Alert, Empty, Skeleton } from 'antd'
import { LoadFailure } from '../../entity/list-states.tsx'
import { HomeScreen } from '../../shell/home-screen.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { RankingChart } from './ranking-chart.tsx'
import { TrendChart } from './trend-chart.tsx'
import '../../entity/entity.css'
import './dashboard.css'

const figures = ['codes', 'scans', 'checks', 'products', 'batches', 'activeRequests'] as const

/** The statistics report: what exists, what is scanned, where, and what was reported last. */
export default function Dashboard() {
  const t = useT()
  const client = useClient()
  const { user } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['stats', 'overview'],
    queryFn: ({ signal }) => client.call('GET /stats/overview', { signal }),
    // The page itself says what is missing.
    meta: { silent: true },
  })
  const refused = error instanceof ApiError && error.code === 403
  return (
    <div className="tm-dashboard">
      <header>
        <h2>{t('stats.welcome', { name: user.nickName || user.userName })}</h2>
        <p className="tm-muted">
          {[t('menu.stats'), data?.scope === 'platform' ? t('stats.everybody') : user.enterpriseName]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      {refused ? (
        // Without the statistics the way into the menu is the home page.
        <HomeScreen />
      ) : error && !data ? (
        <LoadFailure error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <>
          {data.alarms?.map(alarm => (
            <Alert
              key={alarm.key}
              className="tm-alarm"
              showIcon
              type={alarm.grade === 'down' ? 'error' : 'warning'}
              title={t(`alarm.${alarm.key}`)}
              description={`${t(`alarm.${alarm.key}.help`, alarm.detail)} ${t('alarm.since', { time: formatDateTime(alarm.since) })}`}
            />
          ))}
          <dl className="tm-figures">
            {figures.map(name => {
              const count = data[name]
              // What the reader may not list is not counted for him either.
              if (count === null) return null
              return (
                <div key={name} className="tm-tile-box">
                  <dt>{t(`stats.${name}`)}</dt>
                  <dd>{formatNumber(count, t.language)}</dd>
                </div>
              )
            })}
          </dl>
          <div className="tm-charts">
            {(data.scans !== null || data.checks !== null) && (
              <section className="tm-tile-box tm-chart-wide">
                <h3>{t('stats.trend')}</h3>
                <TrendChart days={data.trend} />
              </section>
            )}
            {data.scans !== null && (
              <section className="tm-tile-box">
                <h3>{t('stats.cities')}</h3>
                <RankingChart entries={data.cities.slice(0, 10)} />
              </section>
            )}
            {data.recent && (
              <section className="tm-tile-box tm-chart-full">
                <h3>{t('stats.recent')}</h3>
                <RecentReports reports={data.recent} />
              </section>
            )}
          </div>
        </>
      )}
    </div>
  )
}

function RecentReports({ reports }: { reports: NonNullable<AnswerTo<'GET /stats/overview'>['recent']> }) {
  const t = useT()
  if (reports.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('stats.noReports')} />
  return (
    <ul className="tm-recent">
      {reports.map(report => (
        <li key={`${report.recordedAt} ${report.batchNumber} ${report.stage}`}>
          <strong>{t(`stage.${report.stage}`)}</strong>
          <span>{report.batchNumber}</span>
          <span className="tm-muted">{report.enterprise}</span>
          <time className="tm-number tm-muted" dateTime={report.recordedAt}>
            {formatDateTime(report.recordedAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}
