import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import type { Stateful } from '@timbermark/contract'
import type { Outcomes } from '@timbermark/contract/transition-calls'
import { Alert, Button, Modal } from 'antd'
import { useT } from '../../shell/index.ts'
import { optionLabel } from '../labels.ts'
import { ScrollRegion } from '../list/scroll-region.tsx'

interface TransitionResultsProps {
  entity: Stateful
  outcomes: Outcomes
  /** Returns the name of a record by its id. */
  nameOf: (id: number) => string
  onClose: () => void
}

/** The result for each record, when some transitions failed. */
export function TransitionResults({ entity, outcomes, nameOf, onClose }: TransitionResultsProps) {
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
      <Alert
        showIcon
        type={outcomes.done === 0 ? 'error' : 'warning'}
        title={t('entity.resultCount', { done: outcomes.done, failed: outcomes.failed })}
      />
      <ScrollRegion label={t('entity.results')} className="tm-results-scroll">
        <ul className="tm-results">
          {outcomes.results.map(item => (
            <li key={item.id}>
              {item.ok ? (
                <CheckCircleOutlined className="tm-result-ok" aria-label={t('entity.resultOk')} />
              ) : (
                <CloseCircleOutlined className="tm-result-failed" aria-label={t('entity.resultFailed')} />
              )}
              <span>{nameOf(item.id)}</span>
              <span className="tm-muted">
                {item.ok ? optionLabel(t, entity, entity.states.field, item.status) : item.message}
              </span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </Modal>
  )
}
