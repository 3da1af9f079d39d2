import { formatNumber } from '@timbermark/client'
import { assignment, limits, type RowOf } from '@timbermark/contract'
import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { describeError } from '@timbermark/client'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'

/** Takes back what a dealer still has of one assignment. */
export function WithdrawRest({ row, onClose }: { row: RowOf<typeof assignment>; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(assignment)
  const [form] = Form.useForm<{ reason: string }>()
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const label = t('channel.assignment.reason')
  const save = async ({ reason }: { reason: string }) => {
    setSaving(true)
    setProblem(undefined)
    try {
      const { withdrawn } = await client.call('POST /channel/assignment/withdraw', {
        body: { assignmentId: row.id, reason },
      })
      await refresh()
      feedback.done(t('channel.assignment.withdrawn', { n: formatNumber(withdrawn, t.language) }))
      onClose()
    } catch (error) {
      setProblem(describeError(t, error).text)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Modal
      open
      title={t('channel.assignment.withdrawAll')}
      okText={t('channel.assignment.withdraw')}
      okButtonProps={{ danger: true }}
      cancelText={t('action.cancel')}
      confirmLoading={saving}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} className="tm-form-problems" role="alert" />}
      <p>
        {t('channel.assignment.withdrawAllText', {
          n: formatNumber(row.held, t.language),
          dealer: row.dealerName ?? '–',
        })}
      </p>
      <Form form={form} layout="vertical" onFinish={save}>
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
      </Form>
    </Modal>
  )
}
