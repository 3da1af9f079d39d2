import { formatDateTime } from '@timbermark/client'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { useT } from '../../../shell/index.ts'
import { PeriodBar } from './period-bar.tsx'
import type { PeriodInfo, ReportPageProps } from './report-page-props.ts'
import { zoneName } from '../../../entity/values/zone.ts'
import '../../../entity/entity.css'
import '../dashboard.css'
import '../../../entity/styles/figures.css'

/** Interval in milliseconds at which a screen polls while days of its period are being counted. */
export const pollMs = 5000

/** A statistics screen: its filters, how current its figures are, and its content. */
export function ReportPage<Data extends PeriodInfo>(props: ReportPageProps<Data>) {
  const { title, screen, filters, onChange, extraQuery, query, waitingFor, children } = props
  const t = useT()
  const { data, error, isFetching, refetch } = query
  return (
    <div className="tm-dashboard tm-stats">
      <h2 className="tm-visually-hidden">{title}</h2>
      <PeriodBar
        filters={filters}
        onChange={onChange}
        screen={screen}
        extraQuery={extraQuery}
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
            <span>
              {data.timeZone === null
                ? t('stats.report.daysInZones')
                : t('stats.report.daysInZone', { zone: zoneName(data.timeZone, t.locale) })}
            </span>
          </p>
          {children(data)}
        </>
      )}
    </div>
  )
}
