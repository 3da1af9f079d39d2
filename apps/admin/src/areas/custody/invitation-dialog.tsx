import { formatNumber } from '@timbermark/client'
import type { invitation, StageKey, supplierInvitation } from '@timbermark/contract'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { StagesControl } from '../../entity/controls/stages-control.tsx'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { type CodeChoice, CodeChoiceItems, namedCodesOf } from '../../entity/form/code-choice.tsx'
import { FieldItem } from '../../entity/form/field-item.tsx'
import { requiredRule } from '../../entity/form/required-rule.ts'
import type { HeadersFor } from '../../entity/form/use-send-once.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useT } from '../../shell/index.ts'

/** Who is invited, and to what. */
export interface InvitationForm extends CodeChoice {
  partner?: string
  accountId?: number
  stages: StageKey[]
  untilOn: string
  note?: string
}

/** What somebody is invited to, as a body names it. */
const invitedTo = ({ stages, untilOn, note, ...codes }: Omit<InvitationForm, 'partner' | 'accountId'>) => ({
  ...namedCodesOf(codes),
  stages,
  untilOn,
  note: note?.trim() || null,
})
export type InvitedTo = ReturnType<typeof invitedTo>

export interface InvitationDialogProps {
  entity: typeof invitation | typeof supplierInvitation
  /** Prefix of the phrases. */
  phrases: 'custody.invitation' | 'custody.supplier-invitation'
  /** Field of who is invited, with its label and rule. */
  party: { field: 'partner' | 'accountId'; label: string; hint: string; isText: boolean; control: ReactNode }
  /** Sends the invitation. @returns how many codes it is about */
  invite(form: InvitationForm, invited: InvitedTo, headersFor: HeadersFor): Promise<{ codes: number }>
  onClose: () => void
}

/** Invites somebody to report stages about goods: an enterprise, or an account of a supplier. */
export function InvitationDialog({ entity, phrases, party, invite, onClose }: InvitationDialogProps) {
  const t = useT()
  const feedback = useFeedback()
  const refresh = useRefresh(entity)
  const [form] = Form.useForm<InvitationForm>()
  const label = (field: string) => {
    if (field === party.field) return party.label
    if (field === 'requestId') return t('code.request')
    return field === 'from' || field === 'to' ? t(`certification.${field}`) : t.from(`${phrases}.${field}`)
  }
  const required = (field: string) => t('error.required', { label: label(field) })
  return (
    <DialogForm<InvitationForm>
      form={form}
      title={t(`${phrases}.add`)}
      ok={t(`${phrases}.add`)}
      hint={t(`${phrases}.addHint`)}
      initial={{ how: 'numbers', from: 1 }}
      place={field => field.replace(/^numbers\.\d+\./, '').replace(/^(stages|codes)\..*/, '$1')}
      label={label}
      onClose={onClose}
      send={async (values, headersFor) => {
        const { partner: _partner, accountId: _account, ...rest } = values
        const answer = await invite(values, invitedTo(rest), headersFor)
        feedback.done(t(`${phrases}.sent`, { n: formatNumber(answer.codes, t.language) }))
        await refresh()
      }}
    >
      <Form.Item
        name={party.field}
        label={party.label}
        extra={party.hint}
        rules={[requiredRule(required(party.field), party.isText)]}
      >
        {party.control}
      </Form.Item>
      <CodeChoiceItems form={form} label={label} />
      <Form.Item
        name="stages"
        label={label('stages')}
        rules={[{ required: true, type: 'array', min: 1, message: required('stages') }]}
      >
        <StagesControl />
      </Form.Item>
      <FieldItem entity={entity} name="untilOn" hint={t(`${phrases}.untilHint`)} />
      <FieldItem entity={entity} name="note" />
    </DialogForm>
  )
}
