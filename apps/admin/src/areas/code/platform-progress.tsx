import { WarningOutlined } from '@ant-design/icons'
import { formatNumber, reasonText, type Translate } from '@timbermark/client'
import { Alert, Progress, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { Row } from '../../entity/types.ts'
import { useT } from '../../shell/index.ts'
import { isRunning } from './request-progress.tsx'

/** Applied for, and not completely fetched yet. */
export const isUnderWay = isRunning

/** The reason why a request stopped, with the error number of the platform. */
export function failureText(t: Translate, failure: unknown, code: unknown): string {
  const reason = reasonText(t, String(failure ?? ''))
  if (reason === '' || code === null || code === undefined) return reason
  return t('code.platform-request.withCode', { reason, code: String(code) })
}

const percentOf = (row: Row) => Math.floor((100 * Number(row.fetched ?? 0)) / Number(row.count || 1))

/** Status in the list, with the progress or a warning. */
export function MessagingStatus({ row, plain }: { row: Row; plain: ReactNode }) {
  const t = useT()
  const reason = failureText(t, row.failure, row.failureCode)
  return (
    <span className="tm-request-status">
      {plain}
      {row.status === 'processing' && Number(row.fetched) > 0 && (
        <Progress type="circle" size={16} percent={percentOf(row)} aria-label={t('code.platform-request.progress')} />
      )}
      {reason !== '' && (
        <Tooltip title={reason}>
          <WarningOutlined className="tm-refusal" aria-label={`${t('code.platform-request.failure')}: ${reason}`} />
        </Tooltip>
      )}
    </span>
  )
}

/** The progress of a request, and the reason why the platform stopped it. */
export function MessagingProgress({ row }: { row: Row }) {
  const t = useT()
  const reason = failureText(t, row.failure, row.failureCode)
  const n = formatNumber(Number(row.count), t.language)
  const fetched = formatNumber(Number(row.fetched ?? 0), t.language)
  return (
    <>
      {reason !== '' && (
        <Alert
          type={row.stopped === true ? 'error' : 'warning'}
          showIcon
          title={t(row.stopped === true ? 'code.platform-request.stoppedTitle' : 'code.platform-request.waitingTitle')}
          description={reason}
        />
      )}
      {isUnderWay(row) && (
        <div role="status" className="tm-panel">
          <Progress
            percent={percentOf(row)}
            status={row.stopped === true ? 'normal' : 'active'}
            aria-label={t('code.platform-request.progress')}
          />
          <p className="tm-muted">
            {row.status === 'inProgress'
              ? t('code.platform-request.queued')
              : t('code.platform-request.fetching', { fetched, n })}
          </p>
        </div>
      )}
    </>
  )
}
