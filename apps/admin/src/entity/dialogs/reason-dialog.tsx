import type { GivenTexts, TextField } from '@timbermark/contract'
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
  /** Word on the button; "Confirm" unless told. */
  ok?: string
  /** May it be left empty? */
  required?: boolean
  /** Is it given in the reader's language alone, or in the others too? */
  inLanguages?: boolean
  /** Carries it out and tells what became of it; a failure keeps the dialog open. */
  run: (reason: string, texts?: GivenTexts) => Promise<unknown>
}

const namedReason = { kind: 'text', lines: 3, inLanguages: true } as const satisfies Partial<TextField>

/** Asks why before something that needs a reason is done. */
export function ReasonDialog({
  title,
  label,
  max,
  ok,
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
      initial={{}}
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
