import { useQueryClient } from '@tanstack/react-query'
import { ApiError, createSaveKey, describeError, formatNumber, issueText, queryKeys } from '@timbermark/client'
import { assignment, limits } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Alert, Checkbox, Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import { readLines } from './read-lines.ts'

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
  codes: how === 'list' ? readLines(list) : [],
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
  const [key] = useState(() => createSaveKey())
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const gives = start.verb === 'assign'
  // In the list `codes` is how many, here it is which.
  const label = (name: string) => (name === 'codes' ? t('field.codes') : pathLabel(t, name, 'channel.assignment'))
  const needed = (name: string) => [{ required: true, message: t('error.required', { label: label(name) }) }]

  const send = async (values: AssignmentForm) => {
    if (gives) {
      const body = {
        dealerId: values.dealerId!,
        ...givenBy(values),
        reassign: values.reassign === true,
        ...(values.reason ? { reason: values.reason } : {}),
      }
      const answer = await client.call('POST /channel/assignment/assign', { body, headers: key.headers(body) })
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
    const { withdrawn } = await client.call('POST /channel/assignment/withdraw', { body, headers: key.headers(body) })
    feedback.done(t('channel.assignment.withdrawn', { n: formatNumber(withdrawn, t.language) }))
  }

  const save = async (values: AssignmentForm) => {
    setSaving(true)
    setProblem(undefined)
    try {
      await send(values)
      key.renew()
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: queryKeys.entity('code/qr') })])
      onClose()
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      form.setFields(
        issues.map(issue => ({
          name: (issue.field === 'codes' ? 'list' : issue.field) as keyof AssignmentForm,
          errors: [issueText(t, issue, label(issue.field))],
        })),
      )
      if (issues.length === 0) setProblem(describeError(t, error).text)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Modal
      open
      title={t(gives ? 'channel.assignment.assignTitle' : 'channel.assignment.withdrawTitle')}
      okText={t(gives ? 'action.assign' : 'channel.assignment.withdraw')}
      cancelText={t('action.cancel')}
      confirmLoading={saving}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} className="tm-form-problems" role="alert" />}
      <Form
        form={form}
        layout="vertical"
        onFinish={save}
        initialValues={{
          dealerId: start.dealerId,
          how: start.row ? 'row' : start.requestId && !start.codes?.length ? 'request' : 'list',
          list: start.codes?.join('\n'),
          ...start.row,
          requestIds: start.requestId,
        }}
      >
        {gives && (
          <Form.Item name="dealerId" label={label('dealerId')} rules={needed('dealerId')}>
            <ReferenceControl entity="channel/dealer" />
          </Form.Item>
        )}
        <Form.Item name="how" label={t('channel.assignment.how')}>
          <Radio.Group options={ways.map(value => ({ value, label: t(`channel.assignment.how.${value}`) }))} />
        </Form.Item>
        {how === 'list' && (
          <Form.Item
            name="list"
            label={label('codes')}
            rules={needed('codes')}
            extra={t('channel.assignment.listHint')}
          >
            <Input.TextArea rows={4} spellCheck={false} className="tm-number" />
          </Form.Item>
        )}
        {how === 'row' && (
          <>
            <Form.Item name="first" label={label('first')} rules={needed('first')}>
              <Input autoComplete="off" spellCheck={false} />
            </Form.Item>
            <Form.Item name="last" label={label('last')} rules={needed('last')} extra={t('channel.assignment.rowHint')}>
              <Input autoComplete="off" spellCheck={false} />
            </Form.Item>
          </>
        )}
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
      </Form>
    </Modal>
  )
}
