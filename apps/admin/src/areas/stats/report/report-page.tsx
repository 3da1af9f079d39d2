import { formatDateTime } from '@timbermark/client'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { useT } from '../../../shell/index.ts'
import { PeriodBar } from './period-bar.tsx'
import type { About, ReportPageProps } from './report-page-props.ts'
import '../../../entity/entity.css'
import '../dashboard.css'
import './report.css'

/** How often a screen asks again while days of its period are being counted, in milliseconds. */
export const askAgainMs = 5000

/** A statistics screen: whose figures of when, how new they are, and below them what the screen is about. */
export function ReportPage<Data extends About>(props: ReportPageProps<Data>) {
  const { title, screen, asked, onChange, also, query, waitingFor, children } = props
  const t = useT()
  const { data, error, isFetching, refetch } = query
  return (
    <div className="tm-dashboard tm-stats">
      <h2 className="tm-visually-hidden">{title}</h2>
      <PeriodBar
        asked={asked}
        onChange={onChange}
        screen={screen}
        also={also}
        refreshing={isFetching}
        onRefresh={() => void refetch()}
      />
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 10 }} />
      ) : (
        <>
          <p className="tm-stats-about tm-muted" role="status">
            <strong className="tm-stats-printed">{title}</strong>
            <span>
              {t('stats.report.compared', {
                from: data.from,
                to: data.to,
                beforeFrom: data.beforeFrom,
                beforeTo: data.beforeTo,
              })}
            </span>
            {data.countedAt && (
              <span>{t('stats.report.countedAt', { time: formatDateTime(data.countedAt, 'YYYY-MM-DD HH:mm') })}</span>
            )}
            {Boolean(data.waiting) && (
              <span className="tm-stats-waiting">
                {t(waitingFor ? 'stats.report.waitingReports' : 'stats.report.waiting', { n: data.waiting! })}
              </span>
            )}
            <span>{t('stats.report.daysInUtc')}</span>
          </p>
          {children(data)}
        </>
      )}
    </div>
  )
}
