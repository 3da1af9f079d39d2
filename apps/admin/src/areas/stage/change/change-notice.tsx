import { formatDateTime } from '@timbermark/client'
import type { ChangeOfRecord } from '@timbermark/contract'
import { Alert, Space } from 'antd'
import { type Action, ActionButton } from '../../../entity/actions/action-button.tsx'
import { useT } from '../../../shell/index.ts'

/** What the reporter asked about the record: with buttons while it waits, with the decision afterwards. */
export function ChangeNotice({ change, actions }: { change: ChangeOfRecord; actions: readonly Action[] }) {
  const t = useT()
  const { kind, status, reason, remark, requestedAt, decidedAt } = change
  const isWaiting = status === 'waiting'
  const title = t(
    kind === 'withdrawal' ? 'stage.change-request.noticeWithdrawal' : 'stage.change-request.noticeCorrection',
  )
  const lines = [
    `${formatDateTime(requestedAt)} · ${t(`stage.change-request.status.${status}`)}`,
    reason && t('entity.said', { label: t('stage.change-request.reason'), value: reason }),
    remark && t('entity.said', { label: t('stage.change-request.remark'), value: remark }),
    decidedAt && t('entity.said', { label: t('stage.change-request.decidedAt'), value: formatDateTime(decidedAt) }),
  ].filter(Boolean)
  return (
    <Alert
      type={isWaiting ? 'warning' : 'info'}
      showIcon
      className="tm-form-problems"
      title={title}
      description={
        <>
          {lines.map(line => (
            <div key={line}>{line}</div>
          ))}
          {isWaiting && actions.length > 0 && (
            <Space wrap className="tm-change-actions">
              {actions.map(action => (
                <ActionButton key={action.key} action={action} size="small" />
              ))}
            </Space>
          )}
        </>
      }
    />
  )
}
