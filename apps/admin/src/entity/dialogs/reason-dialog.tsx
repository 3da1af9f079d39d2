import type { TextsInput, TextField } from '@timbermark/contract'
import { Form, Input } from 'antd'
import { useT } from '../../shell/index.ts'
import { DialogForm } from './dialog-form.tsx'
import { NameItem } from '../form/name-item.tsx'
import { namesToSend, type NamesInForm } from '../form/multilingual-fields.ts'

interface ReasonDialogProps {
  title: string
  /** Label of the reason. */
  label: string
  /** Longest reason, in characters. */
  max: number
  onClose: () => void
  /** Label of the button; "Confirm" by default. */
  ok?: string
  /** The reason that the dialog opens with; a plain one only. */
  initial?: string
  /** Whether a reason must be entered. */
  required?: boolean
  /** Whether the reason can be entered in all languages. */
  inLanguages?: boolean
  /** Carries out the action and reports the outcome; a failure keeps the dialog open. */
  run: (reason: string, texts?: TextsInput) => Promise<unknown>
}

const namedReason = { kind: 'text', lines: 3, inLanguages: true } as const satisfies Partial<TextField>

/** Asks for the reason before an action that needs one. */
export function ReasonDialog({
  title,
  label,
  max,
  ok,
  initial,
  required = true,
  inLanguages = false,
  onClose,
  run,
}: ReasonDialogProps) {
  const t = useT()
  const [form] = Form.useForm<NamesInForm<'reason'>>()
  return (
    <DialogForm<NamesInForm<'reason'>>
      form={form}
      title={title}
      ok={ok ?? t('action.confirm')}
      danger
      initial={initial === undefined ? {} : { reason: initial }}
      label={() => label}
      onClose={onClose}
      send={values => {
        const { reason, reasonTexts } = namesToSend(['reason'], values)
        return run(reason.trim(), reasonTexts)
      }}
    >
      {inLanguages ? (
        <NameItem name="reason" field={{ ...namedReason, max, required }} label={label} />
      ) : (
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
      )}
    </DialogForm>
  )
}
