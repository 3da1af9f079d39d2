import { formatNumber } from '@timbermark/client'
import { offer } from '@timbermark/contract'
import { Form, Input } from 'antd'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { FieldItem } from '../../entity/form/field-item.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useClient, useT } from '../../shell/index.ts'
import { type CodeChoice, CodeChoiceItems, namedCodesOf } from '../../entity/form/code-choice.tsx'

interface HandOverForm extends CodeChoice {
  receiver: string
  volume?: string
  weight?: string
  deliveryNote?: string
  place?: string
  terms?: string
  expiresOn?: string | null
  sharesPlots?: boolean
}

/** Offers goods to another enterprise; they stay in the own custody until it accepts. */
export function HandOverDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(offer)
  const [form] = Form.useForm<HandOverForm>()
  const label = (field: string) =>
    field === 'receiver' ? t('custody.offer.receiverCode') : (nameOfField(field) ?? t.from(`custody.offer.${field}`))
  const nameOfField = (field: string) =>
    field === 'requestId' ? t('code.request') : field === 'from' || field === 'to' ? t(`certification.${field}`) : null
  return (
    <DialogForm<HandOverForm>
      form={form}
      title={t('custody.offer.add')}
      ok={t('custody.offer.add')}
      hint={t('custody.offer.addHint')}
      initial={{ how: 'numbers', from: 1, sharesPlots: false }}
      place={field => field.replace(/^numbers\.\d+\./, '')}
      label={label}
      onClose={onClose}
      send={async ({ how, requestId, from, to, codes, ...rest }, headersFor) => {
        const body = {
          ...namedCodesOf({ how, requestId, from, to, codes } as CodeChoice),
          ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')),
        }
        const answer = await client.call('POST /custody/offer', { body: body as never, headers: headersFor(body) })
        feedback.done(t('custody.offer.sent', { n: formatNumber(answer.codes, t.language) }))
        await refresh()
      }}
    >
      <Form.Item
        name="receiver"
        label={label('receiver')}
        extra={t('custody.offer.receiverHint')}
        rules={[{ required: true, whitespace: true, message: t('error.required', { label: label('receiver') }) }]}
      >
        <Input maxLength={20} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <CodeChoiceItems form={form} label={label} />
      {(['volume', 'weight', 'deliveryNote', 'place', 'terms', 'expiresOn'] as const).map(name => (
        <FieldItem key={name} entity={offer} name={name} />
      ))}
      <FieldItem entity={offer} name="sharesPlots" hint={t('custody.offer.sharesPlotsHint')} />
    </DialogForm>
  )
}
