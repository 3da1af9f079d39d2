import { listing } from '@timbermark/contract'
import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { type Row, useFeedback } from '../../entity/index.ts'
import { useT } from '../../shell/index.ts'

const { max } = listing.fields.rejectReason

interface RejectDialogProps {
  rows: readonly Row[]
  onClose: () => void
  /** Carries it out and tells what became of it; a failure keeps the dialog open. */
  run: (reason: string) => Promise<unknown>
}

/** Asks why listings are rejected; their publishers read it. */
export function RejectDialog({ rows, onClose, run }: RejectDialogProps) {
  const t = useT()
  const feedback = useFeedback()
  const [form] = Form.useForm<{ reason: string }>()
  const [running, setRunning] = useState(false)
  const finish = async ({ reason }: { reason: string }) => {
    setRunning(true)
    try {
      await run(reason.trim())
      onClose()
    } catch (error) {
      feedback.fail(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      open
      title={
        rows.length === 1
          ? t('trade.listing.rejectTitle', { name: String(rows[0]?.goodsName) })
          : t('trade.listing.rejectSeveral', { n: rows.length })
      }
      okText={t('trade.listing.reject')}
      cancelText={t('action.cancel')}
      okButtonProps={{ danger: true }}
      confirmLoading={running}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={finish}>
        <Form.Item
          name="reason"
          label={t('trade.listing.rejectReason')}
          rules={[
            { required: true, whitespace: true, message: t('error.required') },
            { max, message: t('error.tooLong', { max }) },
          ]}
        >
          <Input.TextArea rows={3} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}
