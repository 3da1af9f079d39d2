import { formatDateTime } from '@timbermark/client'
import type { ChangeOfRecord } from '@timbermark/contract'
import { fieldsOf, stageByKey } from '@timbermark/contract/stages'
import { Alert, Space } from 'antd'
import { type Action, ActionButton } from '../../../entity/actions/action-button.tsx'
import { StageValue } from '../../../entity/values/stage-value.tsx'
import { useT } from '../../../shell/index.ts'
import type { StageRecord } from '../record-shape.ts'

/** What the reporter asked about the record: with buttons while it waits, with the decision afterwards. */
export function ChangeNotice({
  change,
  record,
  actions,
}: {
  change: ChangeOfRecord
  record: StageRecord
  actions: readonly Action[]
}) {
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
          {change.proposed && <Proposed proposed={change.proposed} record={record} />}
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

/** The values that would be right, each with what the record has. */
function Proposed({ proposed, record }: { proposed: NonNullable<ChangeOfRecord['proposed']>; record: StageRecord }) {
  const t = useT()
  const { documentCode, operator, time, values = {} } = proposed
  const fields = fieldsOf(stageByKey(record.stage), record.attributes)
  const head = [
    [t('stage.record.documentCode'), record.documentCode, documentCode],
    [t('stage.record.operator'), record.operator, operator],
    [t('stage.record.happenedAt'), formatDateTime(record.time), time && formatDateTime(time)],
  ] as const
  return (
    <>
      <strong>{t('stage.change-request.proposed')}</strong>
      <ul>
        {head.map(
          ([label, before, after]) =>
            after && (
              <li key={label}>
                <span className="tm-muted">{label}</span> {before} → <strong>{after}</strong>
              </li>
            ),
        )}
        {Object.entries(values).map(([key, value]) => {
          const field = fields.get(key)
          const stored = record.values.find(one => one.key === key)
          return (
            field && (
              <li key={key}>
                <span className="tm-muted">
                  {stored?.label ?? attributeLabel(record, key) ?? t.from(`stage.field.${key}`)}
                </span>{' '}
                <StageValue field={field} value={stored?.value} /> →{' '}
                <strong>
                  <StageValue field={field} value={value} />
                </strong>
              </li>
            )
          )
        })}
      </ul>
    </>
  )
}

const attributeLabel = ({ attributes }: StageRecord, key: string) => attributes.find(one => one.key === key)?.label
