import { SafetyCertificateOutlined } from '@ant-design/icons'
import { formatNumber, reasonText } from '@timbermark/client'
import { codeRequest } from '@timbermark/contract'
import { Alert, Progress } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type AnyAction, AnyActionButton } from '../../entity/actions/action-button.tsx'
import type { Row } from '../../entity/types.ts'
import { useRow } from '../../entity/use-entity.ts'
import { dropDraft, readDraft, storeDraft, useSession, useT } from '../../shell/index.ts'
import { hasCodes, isRunning, percentOf } from './request-progress.tsx'

/** Most requests that are followed at a time. */
const most = 3

/** Requests that this tab has submitted. They are remembered until their strip is closed, over a reload too, and end with the session. */
export function useSubmittedRequests() {
  const { user } = useSession()
  const name = `${user.userId}:submitted-requests`
  const [ids, setIds] = useState<readonly number[]>(() => {
    const stored = readDraft(name)?.values.ids
    return Array.isArray(stored) ? stored.filter(Number.isSafeInteger) : []
  })
  const store = (next: readonly number[]) => {
    setIds(next)
    if (next.length > 0) storeDraft(name, { ids: next })
    else dropDraft(name)
  }
  return {
    ids,
    follow: (id: number) => store([id, ...ids.filter(other => other !== id)].slice(0, most)),
    forget: (id: number) => store(ids.filter(other => other !== id)),
  }
}

interface StripProps {
  id: number
  /** What can be done with its codes. */
  outputs: (row: Row) => readonly AnyAction[]
  onClose: () => void
}

/** Above the list: how far a submitted request is, and, when its codes are made, what comes next. */
export function RequestStrip({ id, outputs, onClose }: StripProps) {
  const t = useT()
  const { data: row } = useRow(codeRequest, String(id), request =>
    request && isRunning(request as Row) ? 1000 : false,
  )
  if (!row) return null
  const request = row as unknown as Row
  const failure = reasonText(t, String(request.failure ?? ''))
  const isMade = hasCodes(request)
  return (
    <Alert
      className="tm-next-step"
      role="status"
      showIcon
      type={isMade ? 'success' : failure ? 'error' : 'info'}
      title={
        <>
          {isMade
            ? t('code.request.made', { n: formatNumber(Number(request.count), t.language) })
            : failure
              ? t('code.request.failure')
              : t(request.status === 'inProgress' ? 'code.request.queued' : 'code.request.making')}
          {' · '}
          {String(request.name)}
        </>
      }
      description={
        isMade
          ? undefined
          : failure || <Progress percent={percentOf(request)} status="active" aria-label={t('code.request.progress')} />
      }
      action={
        isMade && (
          <span className="tm-buttons">
            {outputs(request).map((action, index) => (
              <AnyActionButton key={action.key} action={action} type={index === 0 ? 'primary' : 'default'} />
            ))}
            <CertifyButton row={request} />
          </span>
        )
      }
      closable={{ onClose, 'aria-label': t('action.close') }}
    />
  )
}

/** Opens the submission for certification, initially for all codes of the request. */
export function CertifyButton({ row, label }: { row: Row; label?: string }) {
  const t = useT()
  const { can } = useSession()
  const navigate = useNavigate()
  if (!can('certification:authorization:authorize') && !can('certification:authorization:submit')) return null
  const run = () =>
    navigate('/certification/authorization?add=1', { state: { requestId: row.id, count: Number(row.count) } })
  const icon = <SafetyCertificateOutlined />
  return <AnyActionButton action={{ key: 'certify', label: label ?? t('code.request.certify'), icon, run }} />
}
