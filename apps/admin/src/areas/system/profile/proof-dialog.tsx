import { pathLabel } from '@timbermark/phrases'
import { Form, Input } from 'antd'
import { DialogForm } from '../../../entity/dialogs/dialog-form.tsx'
import type { HeadersFor } from '../../../entity/form/use-send-once.ts'
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
  /** Whether to ask for a code of the second factor too. */
  withCode?: boolean
  send: (proof: Proof, headersFor: HeadersFor) => Promise<void>
  onClose: () => void
}

/** Asks for the password, and a code if needed, before an action that the thief of a session must not take. */
export function ProofDialog({ title, text, ok, danger, withCode, send, onClose }: ProofDialogProps) {
  const t = useT()
  const { user } = useSession()
  const [form] = Form.useForm<Proof>()
  return (
    <DialogForm<Proof>
      form={form}
      title={title}
      ok={ok}
      danger={danger}
      initial={{}}
      label={field => pathLabel(t, field, 'system.secondFactor')}
      onClose={onClose}
      send={({ password, code }, headersFor) => send({ password, code: code?.trim() ?? '' }, headersFor)}
    >
      <p>{text}</p>
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
    </DialogForm>
  )
}
