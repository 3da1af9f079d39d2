import { formatNumber } from '@timbermark/client'
import { type StageKey, supplierInvitation } from '@timbermark/contract'
import { Form } from 'antd'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { StagesControl } from '../../entity/controls/stages-control.tsx'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { type CodeChoice, CodeChoiceItems, namedCodesOf } from '../../entity/form/code-choice.tsx'
import { FieldItem } from '../../entity/form/field-item.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useClient, useT } from '../../shell/index.ts'

interface InviteForm extends CodeChoice {
  accountId: number
  stages: StageKey[]
  untilOn: string
  note?: string
}

/** Invites an account of a supplier to report stages about goods. */
export function InviteSupplierDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(supplierInvitation)
  const [form] = Form.useForm<InviteForm>()
  const label = (field: string) => {
    if (field === 'requestId') return t('code.request')
    return field === 'from' || field === 'to'
      ? t(`certification.${field}`)
      : t.from(`custody.supplier-invitation.${field}`)
  }
  const required = (field: string) => t('error.required', { label: label(field) })
  return (
    <DialogForm<InviteForm>
      form={form}
      title={t('custody.supplier-invitation.add')}
      ok={t('custody.supplier-invitation.add')}
      hint={t('custody.supplier-invitation.addHint')}
      initial={{ how: 'numbers', from: 1 }}
      place={field => field.replace(/^numbers\.\d+\./, '').replace(/^(stages|codes)\..*/, '$1')}
      label={label}
      onClose={onClose}
      send={async ({ accountId, stages, untilOn, note, ...codes }, headersFor) => {
        const body = { accountId, ...namedCodesOf(codes), stages, untilOn, note: note?.trim() || null }
        const answer = await client.call('POST /custody/supplier-invitation', { body, headers: headersFor(body) })
        feedback.done(t('custody.supplier-invitation.sent', { n: formatNumber(answer.codes, t.language) }))
        await refresh()
      }}
    >
      <Form.Item
        name="accountId"
        label={label('accountId')}
        extra={t('custody.supplier-invitation.accountHint')}
        rules={[{ required: true, message: required('accountId') }]}
      >
        <ReferenceControl entity="system/user" path="/custody/supplier-invitation/suppliers" />
      </Form.Item>
      <CodeChoiceItems form={form} label={label} />
      <Form.Item
        name="stages"
        label={label('stages')}
        rules={[{ required: true, type: 'array', min: 1, message: required('stages') }]}
      >
        <StagesControl />
      </Form.Item>
      <FieldItem entity={supplierInvitation} name="untilOn" hint={t('custody.supplier-invitation.untilHint')} />
      <FieldItem entity={supplierInvitation} name="note" />
    </DialogForm>
  )
}
