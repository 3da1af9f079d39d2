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
import { splitCodes } from '../../entity/controls/read-code.ts'

/** The initial values of the dialog. */
export interface AssignmentStart {
  verb: 'assign' | 'withdraw'
  dealerId?: number
  codes?: readonly string[]
  /** A range of codes by its first and last code. */
  row?: { first: string; last: string }
  requestId?: number
}

const sources = ['list', 'row', 'request'] as const
type CodeSource = (typeof sources)[number]

interface AssignmentForm {
  dealerId?: number
  how: CodeSource
  list?: string
  first?: string
  last?: string
  requestIds?: number
  reassign?: boolean
  reason?: string
}

/** The codes in the form of the call. */
const toCodes = ({ how, list = '', first = '', last = '', requestIds }: AssignmentForm) => ({
  codes: how === 'list' ? splitCodes(list) : [],
  ranges: how === 'row' ? [{ first: first.trim(), last: last.trim() }] : [],
  requestIds: how === 'request' && requestIds ? [requestIds] : [],
})

/** Assigns codes to a dealer, or withdraws them. */
export function AssignmentDialog({ start, onClose }: { start: AssignmentStart; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const refresh = useRefresh(assignment)
  const [form] = Form.useForm<AssignmentForm>()
  const how = Form.useWatch('how', form)
  const reassign = Form.useWatch('reassign', form)
  const isAssigning = start.verb === 'assign'
  // The list's column `codes` is a number; in this dialog it is the codes themselves.
  const label = (name: string) => (name === 'codes' ? t('field.codes') : pathLabel(t, name, 'channel.assignment'))
  const requiredRule = (name: string) => [{ required: true, message: t('error.required', { label: label(name) }) }]

  const send = async (values: AssignmentForm, headersFor: (body: object) => Record<string, string>) => {
    if (isAssigning) {
      const body = {
        dealerId: values.dealerId!,
        ...toCodes(values),
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
    const body = { ...toCodes(values), reason: values.reason ?? '' }
    const { withdrawn } = await client.call('POST /channel/assignment/withdraw', { body, headers: headersFor(body) })
    feedback.done(t('channel.assignment.withdrawn', { n: formatNumber(withdrawn, t.language) }))
  }

  const sendAndRefresh = async (...args: Parameters<typeof send>) => {
    await send(...args)
    await Promise.all([refresh(), queries.invalidateQueries({ queryKey: queryKeys.entity('code/qr') })])
  }

  return (
    <DialogForm<AssignmentForm>
      form={form}
      title={t(isAssigning ? 'channel.assignment.assignTitle' : 'channel.assignment.withdrawTitle')}
      ok={t(isAssigning ? 'action.assign' : 'channel.assignment.withdraw')}
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
      send={sendAndRefresh}
    >
      {isAssigning && (
        <Form.Item name="dealerId" label={label('dealerId')} rules={requiredRule('dealerId')}>
          <ReferenceControl entity="channel/dealer" />
        </Form.Item>
      )}
      <Form.Item name="how" label={t('channel.assignment.how')}>
        <Radio.Group options={sources.map(value => ({ value, label: t(`channel.assignment.how.${value}`) }))} />
      </Form.Item>
      <WhichCodes
        how={how}
        label={label}
        needed={requiredRule}
        listHint={t('channel.assignment.listHint')}
        rowHint={t('channel.assignment.rowHint')}
      />
      {how === 'request' && (
        <Form.Item name="requestIds" label={t('code.request')} rules={requiredRule('requestIds')}>
          <ReferenceControl entity="code/request" />
        </Form.Item>
      )}
      {isAssigning && (
        <Form.Item name="reassign" valuePropName="checked" extra={t('channel.assignment.reassignHint')}>
          <Checkbox>{t('channel.assignment.reassign')}</Checkbox>
        </Form.Item>
      )}
      {(!isAssigning || reassign) && (
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
