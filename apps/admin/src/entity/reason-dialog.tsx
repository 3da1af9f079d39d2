import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../shell/index.ts'
import { useFeedback } from './use-feedback.ts'

interface ReasonDialogProps {
  title: string
  /** Label of the reason. */
  label: string
  /** Longest reason, in characters. */
  max: number
  onClose: () => void
  /** Word on the button; "Confirm" unless told. */
  ok?: string
  /** May it be left empty? */
  required?: boolean
  /** Carries it out and tells what became of it; a failure keeps the dialog open. */
  run: (reason: string) => Promise<unknown>
}

/** Asks why before something that needs a reason is done. */
export function ReasonDialog({ title, label, max, ok, required = true, onClose, run }: ReasonDialogProps) {
  const t = useT()
  const feedback = useFeedback()
  const [form] = Form.useForm<{ reason?: string }>()
  const [running, setRunning] = useState(false)
  const finish = async ({ reason = '' }: { reason?: string }) => {
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
      title={title}
      okText={ok ?? t('action.confirm')}
      cancelText={t('action.cancel')}
      okButtonProps={{ danger: true }}
      confirmLoading={running}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={finish}>
        <Form.Item
          name="reason"
          label={label}
          rules={[
            { required, whitespace: required, message: t('error.required', { label }) },
            { max, message: t('error.tooLong', { label, max }) },
          ]}
        >
          <Input.TextArea rows={3} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}
