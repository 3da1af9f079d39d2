import { useQueryClient } from '@tanstack/react-query'
import { formatNumber, queryKeys, type Translate } from '@timbermark/client'
import { labelReasons } from '@timbermark/contract'
import type { PrintedSerialRange } from '@timbermark/contract/calls'
import { Form, Input, Select } from 'antd'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { useClient, useT } from '../../shell/index.ts'
import { type CodeChoice, CodeChoiceItems, namedCodesOf } from '../../entity/form/code-choice.tsx'
import { countSelected } from './selection.ts'

/** The acts that people take on labels. */
export const labelVerbs = ['activate', 'spoil', 'lose', 'reinstate'] as const
export type LabelActVerb = (typeof labelVerbs)[number]

/** Consecutive labels of a request. */
export interface LabelSpan extends PrintedSerialRange {
  requestId: number
}

/** The labels that an act begins with: ranges of requests by serial numbers, or nothing chosen yet. */
export interface LabelActStart {
  verb: LabelActVerb
  numbers?: readonly LabelSpan[]
}

interface ActForm extends CodeChoice {
  reason?: string
  note?: string
}

const calls = {
  activate: 'POST /code/label/activate',
  spoil: 'POST /code/label/spoil',
  lose: 'POST /code/label/lose',
  reinstate: 'POST /code/label/reinstate',
} as const

/** Puts labels in use, reports them as spoiled or lost, or takes that back; reports how many changed. */
export function LabelActDialog({ start: { verb, numbers }, onClose }: { start: LabelActStart; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const [form] = Form.useForm<ActForm>()
  const label = (name: string) => (nameOfField[name] ? t(nameOfField[name]) : t.from(`code.label.${name}`))
  const required = (name: string) => [
    { required: true, whitespace: true, message: t('error.required', { label: label(name) }) },
  ]
  const number = (n: number) => formatNumber(n, t.language)
  return (
    <DialogForm<ActForm>
      form={form}
      title={t(`code.label.${verb}Title`)}
      ok={labelActName(t, verb)}
      danger={verb === 'spoil' || verb === 'lose'}
      hint={t(`code.label.${verb}Hint`)}
      initial={{ how: 'numbers', from: 1 }}
      place={field => field.replace(/^numbers\.\d+\./, '')}
      label={label}
      onClose={onClose}
      send={async ({ reason, note, ...values }, headersFor) => {
        const body = {
          ...(numbers ? { numbers } : namedCodesOf(values)),
          ...(reason === undefined ? {} : { reason }),
          ...(note?.trim() ? { note: note.trim() } : {}),
        }
        const { codes, unchanged } = await client.call(calls[verb], {
          body: body as never,
          headers: headersFor(body),
        })
        const same = unchanged > 0 ? [t('code.label.unchanged', { n: number(unchanged) })] : []
        feedback.done([t('code.label.done', { n: number(codes) }), ...same].join(' · '))
        await Promise.all(
          (['code/label', 'code/by-state', 'code/qr', 'code/request'] as const).map(key =>
            queries.invalidateQueries({ queryKey: queryKeys.entity(key) }),
          ),
        )
      }}
    >
      {numbers ? <ChosenLabels spans={numbers} /> : <CodeChoiceItems form={form} label={label} />}
      {(verb === 'spoil' || verb === 'lose') && (
        <Form.Item
          name="reason"
          label={label('reason')}
          rules={[{ required: true, message: t('error.required', { label: label('reason') }) }]}
        >
          <Select
            className="tm-full"
            placeholder={t('common.choose')}
            options={labelReasons[verb].map(value => ({ value, label: t(`code.label.reason.${value}`) }))}
          />
        </Form.Item>
      )}
      {verb !== 'activate' && (
        <Form.Item
          name="note"
          label={label('note')}
          rules={[
            ...(verb === 'reinstate' ? required('note') : []),
            { max: noteLength, message: t('error.tooLong', { label: label('note'), max: noteLength }) },
          ]}
        >
          <Input.TextArea rows={2} />
        </Form.Item>
      )}
    </DialogForm>
  )
}

/** The chosen labels: their numbers when all are of one request, else how many they are. */
function ChosenLabels({ spans }: { spans: readonly LabelSpan[] }) {
  const t = useT()
  const number = (n: number) => formatNumber(n, t.language)
  if (spans.some(({ requestId }) => requestId !== spans[0]?.requestId))
    return <p>{t('code.select.count', { n: number(countSelected(spans)) })}</p>
  return (
    <p className="tm-number">
      {spans
        .slice(0, maxShownSpans)
        .map(({ from, to }) => (from === to ? number(from) : `${number(from)} – ${number(to)}`))
        .join(', ')}
      {spans.length > maxShownSpans && ' …'}
    </p>
  )
}

const nameOfField: Partial<Record<string, 'code.request' | 'certification.from' | 'certification.to'>> = {
  requestId: 'code.request',
  from: 'certification.from',
  to: 'certification.to',
}

/** Name of an act on a button. “Activate” alone means something else in other areas. */
export const labelActName = (t: Translate, verb: LabelActVerb): string =>
  verb === 'activate' ? t('code.label.activateTitle') : t(`action.${verb}`)

const maxShownSpans = 12
const noteLength = 200
