import { formatNumber } from '@timbermark/client'
import { assignment, limits, type RowOf } from '@timbermark/contract'
import { Form, Input } from 'antd'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'

/** Withdraws the codes of one assignment that a dealer still has. */
export function WithdrawRemaining({ row, onClose }: { row: RowOf<typeof assignment>; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(assignment)
  const [form] = Form.useForm<{ reason: string }>()
  const label = t('channel.assignment.reason')
  return (
    <DialogForm<{ reason: string }>
      form={form}
      title={t('channel.assignment.withdrawAll')}
      ok={t('channel.assignment.withdraw')}
      danger
      initial={{}}
      label={() => label}
      onClose={onClose}
      send={async ({ reason }, headersFor) => {
        const body = { assignmentId: row.id, reason }
        const headers = headersFor(body)
        const { withdrawn } = await client.call('POST /channel/assignment/withdraw', { body, headers })
        await refresh()
        feedback.done(t('channel.assignment.withdrawn', { n: formatNumber(withdrawn, t.language) }))
      }}
    >
      <p>
        {t('channel.assignment.withdrawAllText', {
          n: formatNumber(row.held, t.language),
          dealer: row.dealerName ?? '–',
        })}
      </p>
      <Form.Item
        name="reason"
        label={label}
        rules={[
          { required: true, whitespace: true, message: t('error.required', { label }) },
          { max: limits.remark, message: t('error.tooLong', { label, max: limits.remark }) },
        ]}
      >
        <Input.TextArea rows={2} />
      </Form.Item>
    </DialogForm>
  )
}
