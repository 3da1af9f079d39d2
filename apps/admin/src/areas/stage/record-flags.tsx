import { issueText } from '@timbermark/client'
import type { ErrorKey } from '@timbermark/contract'
import type { Flag } from '@timbermark/contract/plausible'
import { Alert } from 'antd'
import { useT } from '../../shell/index.ts'

/** The unlikely values of a record, each with the reporter's reason. */
export function RecordFlags({ flags, reporter }: { flags: readonly Flag[]; reporter: string }) {
  const t = useT()
  if (flags.length === 0) return null
  return (
    <section className="tm-panel">
      <h3>{t('stage.record.flags')}</h3>
      {flags.map(({ rule, field, params, reason }) => {
        const issue = { field, error: `plausible.${rule}` as ErrorKey, params }
        const label = t.from(`stage.field.${field.replace(/^values\./, '')}`)
        return (
          <Alert
            key={rule}
            type="warning"
            showIcon
            className="tm-form-problems"
            title={issueText(t, issue, label)}
            description={
              reason === ''
                ? t('stage.record.flagForgotten')
                : t('stage.record.flagReason', { name: reporter || '–', reason })
            }
          />
        )
      })}
    </section>
  )
}
