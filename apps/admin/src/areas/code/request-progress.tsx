import { WarningOutlined } from '@ant-design/icons'
import { formatDateTime, formatNumber, reasonText } from '@timbermark/client'
import { Alert, Descriptions, Progress, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Copyable } from '../../entity/values/long-text.tsx'
import type { Row } from '../../entity/types.ts'
import { useT } from '../../shell/index.ts'

/** Being generated, or waiting in the queue. */
export function isRunning(row: Row): boolean {
  return row.status === 'inProgress' || row.status === 'processing'
}

/** Whether the codes can be listed, printed and downloaded. */
export function hasCodes(row: Row): boolean {
  return row.status === 'completed' || row.status === 'downloaded'
}

/** Polls every two seconds while a request runs. */
export function pollRequests(rows: readonly Row[]): number | false {
  return rows.some(isRunning) ? 2000 : false
}

/** The progress of the generation, in whole percent. */
export const percentOf = (row: Row): number => Math.min(100, Math.floor(Number(row.progress ?? 0) * 100))

/** Status in the list, with the progress or a failure. */
export function RequestStatus({ row, plain }: { row: Row; plain: ReactNode }) {
  const t = useT()
  const reason = reasonText(t, String(row.failure ?? ''))
  const failed = row.status === 'initialized' && reason !== ''
  return (
    <span className="tm-request-status">
      {plain}
      {isRunning(row) && (
        <Progress type="circle" size={16} percent={percentOf(row)} aria-label={t('code.request.progress')} />
      )}
      {failed && (
        <Tooltip title={reason}>
          <WarningOutlined className="tm-refusal" aria-label={`${t('code.request.failure')}: ${reason}`} />
        </Tooltip>
      )}
    </span>
  )
}

/** Progress of one request, or why it failed. */
export function RequestProgress({ row }: { row: Row }) {
  const t = useT()
  if (row.status === 'initialized' && row.failure)
    return (
      <Alert type="error" showIcon title={t('code.request.failure')} description={reasonText(t, String(row.failure))} />
    )
  if (!isRunning(row)) return null
  return (
    <div role="status" className="tm-panel">
      <Progress percent={percentOf(row)} status="active" aria-label={t('code.request.progress')} />
      <p className="tm-muted">{t(row.status === 'inProgress' ? 'code.request.queued' : 'code.request.making')}</p>
    </div>
  )
}

interface Manifest {
  count: number
  /** SHA-256 of the complete file of codes, hexadecimal. */
  sha256: string
  /** Hash of the manifest's leaf in the log (hexadecimal) and its index; null until it is logged. */
  ledgerLeaf: string | null
  ledgerIndex: number | null
}

/** The manifest of the codes, with which a printer can prove to have received exactly these. */
export function ManifestPanel({ row }: { row: Row }) {
  const t = useT()
  const manifest = row.manifest as Manifest | null | undefined
  if (!manifest) return null
  return (
    <section className="tm-panel">
      <h3>{t('code.request.manifest')}</h3>
      <Descriptions
        className="tm-detail"
        bordered
        size="small"
        column={1}
        items={[
          { key: 'count', label: t('code.request.count'), children: formatNumber(manifest.count, t.language) },
          { key: 'sha256', label: t('code.request.sha256'), children: <Copyable text={manifest.sha256} /> },
          {
            key: 'leaf',
            label: t('code.request.ledgerLeaf'),
            children: manifest.ledgerLeaf ? <Copyable text={manifest.ledgerLeaf} /> : '–',
          },
          {
            key: 'index',
            label: t('code.request.ledgerIndex'),
            children: manifest.ledgerIndex ?? t('code.request.ledgerPending'),
          },
          {
            key: 'completedAt',
            label: t('code.request.completedAt'),
            children: formatDateTime(row.completedAt as string) || '–',
          },
        ]}
      />
      <p className="tm-muted tm-hint">
        {t(row.origin === 'foreign' ? 'code.foreign.manifestHint' : 'code.request.manifestHint')}
      </p>
    </section>
  )
}
