import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useT } from '../../shell/index.ts'
import { ScrollRegion } from '../list/scroll-region.tsx'

/** What became of one record; the message of a refused one says why. */
export interface RowResult {
  id: number
  ok: boolean
  message?: string
}

interface RowResultsProps {
  done: number
  failed: number
  results: readonly RowResult[]
  /** Returns the name of a record by its id. */
  nameOf: (id: number) => string
  onClose: () => void
}

/** The result for each record, when some were refused. */
export function RowResults({ done, failed, results, nameOf, onClose }: RowResultsProps) {
  const t = useT()
  return (
    <Modal
      open
      title={t('entity.results')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <Alert showIcon type={done === 0 ? 'error' : 'warning'} title={t('entity.resultCount', { done, failed })} />
      <ScrollRegion label={t('entity.results')} className="tm-results-scroll">
        <ul className="tm-results">
          {results.map(item => (
            <li key={item.id}>
              {item.ok ? (
                <CheckCircleOutlined className="tm-result-ok" aria-label={t('entity.resultOk')} />
              ) : (
                <CloseCircleOutlined className="tm-result-failed" aria-label={t('entity.resultFailed')} />
              )}
              <span>{nameOf(item.id)}</span>
              <span className="tm-muted">{item.message}</span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </Modal>
  )
}
