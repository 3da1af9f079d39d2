import { formatNumber } from '@timbermark/client'
import { invitation, type StageKey } from '@timbermark/contract'
import { Form, Input } from 'antd'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { StagesControl } from '../../entity/controls/stages-control.tsx'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { type CodeChoice, CodeChoiceItems, namedCodesOf } from '../../entity/form/code-choice.tsx'
import { FieldItem } from '../../entity/form/field-item.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useClient, useT } from '../../shell/index.ts'

interface InviteForm extends CodeChoice {
  partner: string
  stages: StageKey[]
  untilOn: string
  note?: string
}

/** Invites another enterprise to report stages about goods that stay in the own custody. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(invitation)
  const [form] = Form.useForm<InviteForm>()
  const label = (field: string) => {
    if (field === 'partner') return t('custody.invitation.partnerCode')
    if (field === 'requestId') return t('code.request')
    return field === 'from' || field === 'to' ? t(`certification.${field}`) : t.from(`custody.invitation.${field}`)
  }
  const required = (field: string) => t('error.required', { label: label(field) })
  return (
    <DialogForm<InviteForm>
      form={form}
      title={t('custody.invitation.add')}
      ok={t('custody.invitation.add')}
      hint={t('custody.invitation.addHint')}
      initial={{ how: 'numbers', from: 1 }}
      place={field => field.replace(/^numbers\.\d+\./, '').replace(/^(stages|codes)\..*/, '$1')}
      label={label}
      onClose={onClose}
      send={async ({ partner, stages, untilOn, note, ...codes }, headersFor) => {
        const body = { partner, ...namedCodesOf(codes), stages, untilOn, note: note?.trim() || null }
        const answer = await client.call('POST /custody/invitation', { body, headers: headersFor(body) })
        feedback.done(t('custody.invitation.sent', { n: formatNumber(answer.codes, t.language) }))
        await refresh()
      }}
    >
      <Form.Item
        name="partner"
        label={label('partner')}
        extra={t('custody.invitation.partnerHint')}
        rules={[{ required: true, whitespace: true, message: required('partner') }]}
      >
        <Input maxLength={20} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <CodeChoiceItems form={form} label={label} />
      <Form.Item
        name="stages"
        label={label('stages')}
        rules={[{ required: true, type: 'array', min: 1, message: required('stages') }]}
      >
        <StagesControl />
      </Form.Item>
      <FieldItem entity={invitation} name="untilOn" hint={t('custody.invitation.untilHint')} />
      <FieldItem entity={invitation} name="note" />
    </DialogForm>
  )
}
