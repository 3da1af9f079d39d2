import { ApiError, describeError, issueText, moreIssuesText } from '@timbermark/client'
import type { Issue } from '@timbermark/contract'
import { Alert, Form, type FormInstance, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useT } from '../../shell/index.ts'
import { placeInForm } from '../form/place-issues.ts'
import { type HeadersFor, useSendOnce } from '../form/use-send-once.ts'

interface DialogProps {
  title: string
  ok: string
  danger?: boolean
  /** Width in px. */
  width?: number
  /** Sending is not possible yet. */
  disabled?: boolean
  /** Shown above the form. */
  hint?: string
  onClose: () => void
  children: ReactNode
}

/**
 * The frame of all dialogs that send something. Only a button closes it, and not while something is being sent, as that
 * would look like a cancellation.
 */
function Dialog({
  title,
  ok,
  danger = false,
  width,
  disabled = false,
  hint,
  problem,
  sending,
  onOk,
  onClose,
  children,
}: DialogProps & { problem: string | undefined; sending: boolean; onOk: () => void }) {
  const t = useT()
  return (
    <Modal
      open
      title={title}
      width={width}
      okText={ok}
      cancelText={t('action.cancel')}
      okButtonProps={{ danger, disabled }}
      cancelButtonProps={{ disabled: sending }}
      confirmLoading={sending}
      closable={{ disabled: sending }}
      keyboard={!sending}
      mask={{ closable: false }}
      onOk={onOk}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} className="tm-form-problems" role="alert" />}
      {hint && <Alert type={danger ? 'warning' : 'info'} showIcon title={hint} className="tm-form-problems" />}
      {children}
    </Modal>
  )
}

interface SendDialogProps extends DialogProps {
  /**
   * Sends the content with headers that make the request happen once, and reports success. Answers `false` when nothing
   * was sent.
   */
  send: (headersFor: HeadersFor) => Promise<unknown>
  /** Text for an issue of the body, where there is more to say than the refusal's own text. */
  describeIssue?: (issue: Issue) => string
}

/** A dialog that sends what was chosen in it, once at a time. It stays open after a refusal and shows the reason. */
export function SendDialog({ send, describeIssue, children, ...rest }: SendDialogProps) {
  const t = useT()
  const sending = useSendOnce()
  const [problem, setProblem] = useState<string>()
  const save = () => {
    setProblem(undefined)
    void sending.send(
      async headersFor => {
        if ((await send(headersFor)) === false) return false
        rest.onClose()
        return true
      },
      error => {
        const [issue] = error instanceof ApiError ? error.issues : []
        setProblem(issue && describeIssue ? describeIssue(issue) : describeError(t, error).text)
      },
    )
  }
  return (
    <Dialog {...rest} problem={problem} sending={sending.sending} onOk={save}>
      <div {...sending.inertProps}>{children}</div>
    </Dialog>
  )
}

interface FormProps<V extends object> {
  form: FormInstance<V>
  /** Label of a field of the body. */
  label: (field: string) => string
  initial: Partial<V>
  /** Form field for a refused field of the body, where the names differ. */
  place?: (field: string) => string
  /** Shown instead of the form while its initial values load. */
  waiting?: ReactNode
  /** Sends the values with headers that make the request happen once, and reports success. */
  send: (values: V, headersFor: HeadersFor) => Promise<unknown>
  /** Asks before the values are sent. */
  ask?: (values: V, save: () => Promise<unknown>) => unknown
}

/**
 * A dialog that sends the values of its form, once at a time. It stays open after a refusal and shows the reasons next
 * to the fields.
 */
export function DialogForm<V extends object>(props: DialogProps & FormProps<V>) {
  const { form, initial, label, place = field => field, waiting, send, ask, disabled, children, ...rest } = props
  const t = useT()
  const sending = useSendOnce()
  const [problem, setProblem] = useState<string>()

  function showRefusal(error: unknown) {
    const issues = error instanceof ApiError ? error.issues : []
    const texts = new Map(
      issues.map(issue => [{ ...issue, field: place(issue.field) }, issueText(t, issue, label(issue.field))] as const),
    )
    const known = form.getFieldsError().map(({ name }) => name)
    const { placed, rest } = placeInForm([...texts.keys()], known)
    const textsOf = (issues: readonly Issue[]) => issues.map(issue => texts.get(issue) ?? '')
    form.setFields(placed.map(({ name, issues }) => ({ name: name as never, errors: textsOf(issues) })))
    // Issues that no field shows are listed above the fields, as are those about no field.
    const more = error instanceof ApiError ? moreIssuesText(t, error.more) : undefined
    const problems = [...textsOf(rest), ...(more ? [more] : [])]
    setProblem(issues.length === 0 ? describeError(t, error).text : problems.join(' ') || undefined)
  }
  const save = (values: V) => {
    setProblem(undefined)
    return sending.send(async headersFor => {
      await send(values, headersFor)
      rest.onClose()
    }, showRefusal)
  }

  return (
    <Dialog
      {...rest}
      disabled={disabled || waiting !== undefined}
      problem={problem}
      sending={sending.sending}
      onOk={form.submit}
    >
      {waiting ?? (
        <Form
          {...sending.inertProps}
          form={form}
          layout="vertical"
          onFinish={values => (ask ? ask(values, () => save(values)) : save(values))}
          initialValues={initial}
        >
          {children}
        </Form>
      )}
    </Dialog>
  )
}
