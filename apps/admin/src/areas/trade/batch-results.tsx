import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useT } from '../../shell/index.ts'
import type { BatchResult } from './batch.ts'

interface BatchResultsProps {
  result: BatchResult
  /** Name of a listing by its id. */
  nameOf: (id: number) => string
  onClose: () => void
}

/** What became of each listing, when not all of them could be done. */
export function BatchResults({ result, nameOf, onClose }: BatchResultsProps) {
  const t = useT()
  return (
    <Modal
      open
      title={t('trade.listing.results')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <Alert
        showIcon
        type={result.done === 0 ? 'error' : 'warning'}
        title={t('trade.listing.resultCount', { done: result.done, failed: result.failed })}
      />
      <ul className="tm-results">
        {result.results.map(item => (
          <li key={item.id}>
            {item.ok ? (
              <CheckCircleOutlined className="tm-result-ok" aria-label={t('trade.listing.resultOk')} />
            ) : (
              <CloseCircleOutlined className="tm-result-failed" aria-label={t('trade.listing.resultFailed')} />
            )}
            <span>{nameOf(item.id)}</span>
            <span className="tm-muted">
              {item.ok && item.status ? t.from(`trade.listing.status.${item.status}`) : item.message}
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
