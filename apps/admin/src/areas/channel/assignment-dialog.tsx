import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { placeOfCodes, WhichCodes } from '../../entity/dialogs/which-codes.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { formatNumber, queryKeys } from '@timbermark/client'
import { assignment, limits } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Checkbox, Form, Input, Radio } from 'antd'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import { parseCodes } from '../../entity/controls/parse-code.ts'

/** What is known when the dialog opens. */
export interface AssignmentStart {
  verb: 'assign' | 'withdraw'
  dealerId?: number
  codes?: readonly string[]
  /** Codes in a row, by the first and the last. */
  row?: { first: string; last: string }
  requestId?: number
}

const ways = ['list', 'row', 'request'] as const
type How = (typeof ways)[number]

interface AssignmentForm {
  dealerId?: number
  how: How
  list?: string
  first?: string
  last?: string
  requestIds?: number
  reassign?: boolean
  reason?: string
}

/** The codes as the call takes them. */
const givenBy = ({ how, list = '', first = '', last = '', requestIds }: AssignmentForm) => ({
  codes: how === 'list' ? parseCodes(list) : [],
  ranges: how === 'row' ? [{ first: first.trim(), last: last.trim() }] : [],
  requestIds: how === 'request' && requestIds ? [requestIds] : [],
})

/** Gives codes to a dealer, or takes them back. */
export function AssignmentDialog({ start, onClose }: { start: AssignmentStart; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const refresh = useRefresh(assignment)
  const [form] = Form.useForm<AssignmentForm>()
  const how = Form.useWatch('how', form)
  const reassign = Form.useWatch('reassign', form)
  const gives = start.verb === 'assign'
  // In the list `codes` is how many, here it is which.
  const label = (name: string) => (name === 'codes' ? t('field.codes') : pathLabel(t, name, 'channel.assignment'))
  const needed = (name: string) => [{ required: true, message: t('error.required', { label: label(name) }) }]

  const send = async (values: AssignmentForm, headersFor: (body: object) => Record<string, string>) => {
    if (gives) {
      const body = {
        dealerId: values.dealerId!,
        ...givenBy(values),
        reassign: values.reassign === true,
        ...(values.reason ? { reason: values.reason } : {}),
      }
      const answer = await client.call('POST /channel/assignment/assign', { body, headers: headersFor(body) })
      const n = formatNumber(answer.assigned, t.language)
      const moved = formatNumber(answer.reassigned, t.language)
      feedback.done(
        answer.reassigned > 0
          ? t('channel.assignment.reassigned', { n, moved })
          : t('channel.assignment.assigned', { n }),
      )
      return
    }
    const body = { ...givenBy(values), reason: values.reason ?? '' }
    const { withdrawn } = await client.call('POST /channel/assignment/withdraw', { body, headers: headersFor(body) })
    feedback.done(t('channel.assignment.withdrawn', { n: formatNumber(withdrawn, t.language) }))
  }

  const sent = async (...given: Parameters<typeof send>) => {
    await send(...given)
    await Promise.all([refresh(), queries.invalidateQueries({ queryKey: queryKeys.entity('code/qr') })])
  }

  return (
    <DialogForm<AssignmentForm>
      form={form}
      title={t(gives ? 'channel.assignment.assignTitle' : 'channel.assignment.withdrawTitle')}
      ok={t(gives ? 'action.assign' : 'channel.assignment.withdraw')}
      initial={{
        dealerId: start.dealerId,
        how: start.row ? 'row' : start.requestId && !start.codes?.length ? 'request' : 'list',
        list: start.codes?.join('\n'),
        ...start.row,
        requestIds: start.requestId,
      }}
      label={label}
      place={placeOfCodes}
      onClose={onClose}
      send={sent}
    >
      {gives && (
        <Form.Item name="dealerId" label={label('dealerId')} rules={needed('dealerId')}>
          <ReferenceControl entity="channel/dealer" />
        </Form.Item>
      )}
      <Form.Item name="how" label={t('channel.assignment.how')}>
        <Radio.Group options={ways.map(value => ({ value, label: t(`channel.assignment.how.${value}`) }))} />
      </Form.Item>
      <WhichCodes
        how={how}
        label={label}
        needed={needed}
        listHint={t('channel.assignment.listHint')}
        rowHint={t('channel.assignment.rowHint')}
      />
      {how === 'request' && (
        <Form.Item name="requestIds" label={t('code.request')} rules={needed('requestIds')}>
          <ReferenceControl entity="code/request" />
        </Form.Item>
      )}
      {gives && (
        <Form.Item name="reassign" valuePropName="checked" extra={t('channel.assignment.reassignHint')}>
          <Checkbox>{t('channel.assignment.reassign')}</Checkbox>
        </Form.Item>
      )}
      {(!gives || reassign) && (
        <Form.Item
          name="reason"
          label={label('reason')}
          rules={[
            { required: true, whitespace: true, message: t('error.required', { label: label('reason') }) },
            { max: limits.remark, message: t('error.tooLong', { label: label('reason'), max: limits.remark }) },
          ]}
        >
          <Input.TextArea rows={2} />
        </Form.Item>
      )}
    </DialogForm>
  )
}
