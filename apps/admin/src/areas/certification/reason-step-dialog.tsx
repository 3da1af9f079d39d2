import { Form } from 'antd'
import { useClient, useT } from '../../shell/index.ts'
import { type CodeRow, ReasonField, RowFields, useLabels } from './row-fields.tsx'
import { StepDialog } from './step-dialog.tsx'

type ReasonForm = CodeRow & { reason: string }

const calls = {
  resubmit: 'POST /certification/authorization/resubmit',
  withdraw: 'POST /certification/authorization/withdraw',
} as const

/** Submits codes again, or withdraws their submission, with a reason. */
export function ReasonStepDialog({
  verb,
  row,
  onClose,
}: {
  verb: keyof typeof calls
  row: CodeRow
  onClose: () => void
}) {
  const t = useT()
  const client = useClient()
  const { label } = useLabels()
  const [form] = Form.useForm<ReasonForm>()
  return (
    <StepDialog<ReasonForm>
      form={form}
      title={t(`certification.title.${verb}`)}
      ok={t(`action.${verb}`)}
      danger={verb === 'withdraw'}
      hint={verb === 'withdraw' ? t('certification.withdrawText') : undefined}
      initial={row}
      label={label}
      onClose={onClose}
      send={({ first, last, reason }, headersFor) => {
        const body = { ranges: [{ first: first.trim(), last: last.trim() }], reason }
        return client.call(calls[verb], { body, headers: headersFor(body) })
      }}
    >
      <RowFields />
      <ReasonField required />
    </StepDialog>
  )
}
