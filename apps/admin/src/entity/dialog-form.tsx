import { ApiError, createSaveKey, describeError, issueText } from '@timbermark/client'
import { Alert, Form, type FormInstance, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useT } from '../shell/index.ts'
import { pathOf } from './form/place-issues.ts'
import { useSending } from './form/use-sending.ts'

interface DialogFormProps<V extends object> {
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
  /** Sends it with headers that make it happen once, and says that it is done. */
  send: (values: V, headersFor: (body: object) => Record<string, string>) => Promise<void>
  /** Asks before it is sent. */
  ask?: (values: V, save: () => Promise<void>) => unknown
  children: ReactNode
}

/** A dialog that sends what its form holds once, stays open while it is refused, and says beside the fields why. */
export function DialogForm<V extends object>(props: DialogFormProps<V>) {
  const { form, title, ok, danger, hint, initial, label, place = field => field, onClose, send, ask, children } = props
  const t = useT()
  const [key] = useState(() => createSaveKey())
  const { sending, still, begin, end } = useSending()
  const [problem, setProblem] = useState<string>()

  const save = async (values: V) => {
    begin()
    setProblem(undefined)
    let sent = false
    try {
      await send(values, body => key.headers(body))
      sent = true
      key.renew()
      onClose()
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      form.setFields(
        issues.map(issue => ({
          name: pathOf(place(issue.field)) as never,
          errors: [issueText(t, issue, label(issue.field))],
        })),
      )
      if (issues.length === 0) setProblem(describeError(t, error).text)
    } finally {
      end(!sent)
    }
  }

  return (
    <Modal
      open
      title={title}
      okText={ok}
      cancelText={t('action.cancel')}
      okButtonProps={{ danger: danger === true }}
      confirmLoading={sending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} className="tm-form-problems" role="alert" />}
      {hint && <Alert type={danger ? 'warning' : 'info'} showIcon title={hint} className="tm-form-problems" />}
      <Form
        {...still}
        form={form}
        layout="vertical"
        onFinish={values => (ask ? ask(values, () => save(values)) : save(values))}
        initialValues={initial}
      >
        {children}
      </Form>
    </Modal>
  )
}
