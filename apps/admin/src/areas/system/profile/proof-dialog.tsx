import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { showIssues } from '../../../entity/form/show-issues.ts'
import { useFeedback } from '../../../entity/use-feedback.ts'
import { useSession, useT } from '../../../shell/index.ts'

interface Proof {
  password: string
  code: string
}

interface ProofDialogProps {
  title: string
  text: string
  ok: string
  danger?: boolean
  /** Also asks for a code of the second factor. */
  withCode?: boolean
  send: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks for what only the owner of the account knows and has, before what a thief of a session must not do. */
export function ProofDialog({ title, text, ok, danger, withCode, send, onClose }: ProofDialogProps) {
  const t = useT()
  const feedback = useFeedback()
  const { user } = useSession()
  const [form] = Form.useForm<Proof>()
  const [saving, setSaving] = useState(false)
  const finish = async ({ password, code }: Proof) => {
    setSaving(true)
    try {
      await send({ password, code: code?.trim() ?? '' })
      onClose()
    } catch (error) {
      if (!showIssues(form, t, error, 'system.secondFactor')) feedback.fail(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Modal
      open
      title={title}
      okText={ok}
      okButtonProps={{ danger: danger ?? false }}
      cancelText={t('action.cancel')}
      confirmLoading={saving}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>{text}</p>
      <Form form={form} layout="vertical" onFinish={finish}>
        <input type="text" name="username" autoComplete="username" value={user.userName} readOnly hidden />
        <Form.Item
          name="password"
          label={t('shell.factor.password')}
          rules={[{ required: true, message: t('shell.login.passwordRequired') }]}
        >
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
        {withCode ? (
          <Form.Item
            name="code"
            label={t('shell.factor.code')}
            rules={[{ required: true, message: t('shell.factor.codeRequired') }]}
          >
            <Input autoComplete="one-time-code" maxLength={40} />
          </Form.Item>
        ) : null}
      </Form>
    </Modal>
  )
}
