import { Form, Radio } from 'antd'
import dayjs from 'dayjs'
import { DayControl } from '../../entity/controls/day-control.tsx'
import { readRule } from '../../entity/form/read-rule.ts'
import { useClient, useT } from '../../shell/index.ts'
import { PapersControl } from './papers-control.tsx'
import { type CodeRow, ReasonField, RowFields, useLabels } from './row-fields.tsx'
import { StepDialog } from './step-dialog.tsx'

type VerdictForm = CodeRow & {
  result: 'pass' | 'fail'
  judgedOn: string
  reason?: string
  papers: string[]
}

const calls = {
  own: 'POST /certification/authorization/judge',
  thirdParty: 'POST /certification/review/judge',
} as const

/** Enters the verdict about codes: the enterprise's own, or those for which another enterprise authorized it. */
export function VerdictDialog({
  side,
  row: { first, last },
  about,
  onClose,
}: {
  side: keyof typeof calls
  row: CodeRow
  /** The owner and the goods. */
  about: string
  onClose: () => void
}) {
  const t = useT()
  const client = useClient()
  const { label } = useLabels()
  const [form] = Form.useForm<VerdictForm>()
  const result = Form.useWatch('result', form)
  return (
    <StepDialog<VerdictForm>
      form={form}
      title={t('certification.title.judge')}
      ok={t('action.judge')}
      danger={result === 'fail'}
      hint={about}
      initial={{ first, last, judgedOn: dayjs().format('YYYY-MM-DD'), papers: [] }}
      label={label}
      onClose={onClose}
      send={({ first, last, reason, ...rest }, headersFor) => {
        const ranges = [{ first: first.trim(), last: last.trim() }]
        const body = { ...rest, ranges, ...(reason?.trim() ? { reason: reason.trim() } : {}) }
        return client.call(calls[side], { body, headers: headersFor(body) })
      }}
    >
      <Form.Item
        name="result"
        label={label('result')}
        rules={[{ required: true, message: t('error.required', { label: label('result') }) }]}
      >
        <Radio.Group
          options={(['pass', 'fail'] as const).map(value => ({ value, label: t(`certification.result.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="judgedOn"
        label={label('judgedOn')}
        rules={[
          { required: true, message: t('error.required', { label: label('judgedOn') }) },
          readRule(t, label('judgedOn')),
        ]}
      >
        <DayControl time={false} />
      </Form.Item>
      <ReasonField required={result === 'fail'} />
      <Form.Item name="papers" label={label('papers')} extra={t('certification.papersHint')}>
        <PapersControl />
      </Form.Item>
      <RowFields />
    </StepDialog>
  )
}
