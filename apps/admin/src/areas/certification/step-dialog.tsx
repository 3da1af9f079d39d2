import { ApiError, createSaveKey, describeError, formatNumber, issueText } from '@timbermark/client'
import { Alert, Form, type FormInstance, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useT } from '../../shell/index.ts'
import { useRefreshCodes } from './use-refresh-codes.ts'

interface StepDialogProps<V extends object> {
  form: FormInstance<V>
  title: string
  ok: string
  danger?: boolean
  /** Shown above the form. */
  hint?: string
  initial: Partial<V>
  /** Label of a field of the body. */
  label: (field: string) => string
  /** Where a refused field of the body stands in the form, when it goes by another name there. */
  place?: (field: string) => string
  onClose: () => void
  /** Sends it with headers that make it happen once. @returns how many codes it was about */
  send: (values: V, headersFor: (body: object) => Record<string, string>) => Promise<{ codes: number }>
  children: ReactNode
}

/** Asks for what one step of certification needs, sends it once, and says beside the fields what was refused. */
export function StepDialog<V extends object>(props: StepDialogProps<V>) {
  const { form, title, ok, danger, hint, initial, label, place = field => field, onClose, send, children } = props
  const t = useT()
  const feedback = useFeedback()
  const refresh = useRefreshCodes()
  const [key] = useState(() => createSaveKey())
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()

  const save = async (values: V) => {
    setSaving(true)
    setProblem(undefined)
    try {
      const { codes } = await send(values, body => key.headers(body))
      key.renew()
      feedback.done(t('certification.done', { n: formatNumber(codes, t.language) }))
      await refresh()
      onClose()
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      form.setFields(
        issues.map(issue => ({
          name: place(issue.field) as never,
          errors: [issueText(t, issue, label(place(issue.field)))],
        })),
      )
      if (issues.length === 0) setProblem(describeError(t, error).text)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Modal
      open
      title={title}
      okText={ok}
      cancelText={t('action.cancel')}
      okButtonProps={{ danger: danger === true }}
      confirmLoading={saving}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} className="tm-form-problems" role="alert" />}
      {hint && <Alert type={danger ? 'warning' : 'info'} showIcon title={hint} className="tm-form-problems" />}
      <Form form={form} layout="vertical" onFinish={save} initialValues={initial}>
        {children}
      </Form>
    </Modal>
  )
}
