import { useQueryClient } from '@tanstack/react-query'
import { ApiError, createSaveKey, describeError, formatNumber, issueText, queryKeys } from '@timbermark/client'
import { limits, packing } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Alert, Checkbox, Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { DayControl } from '../../entity/controls/day-control.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { readCode, readCodes } from './read-code.ts'

/** What is known when the dialog opens. */
export interface PackingStart {
  verb: 'pack' | 'unpack'
  parentCode?: string
  codes?: readonly string[]
  /** The first and the last code of a row. */
  row?: { first: string; last: string }
}

type How = 'list' | 'row' | 'all'

interface PackingForm {
  parentCode?: string
  how: How
  list?: string
  first?: string
  last?: string
  operator: string
  time: string
  repack?: boolean
  reason?: string
}

/** The codes as the call takes them. */
function givenBy({ how, list = '', first = '', last = '' }: PackingForm) {
  return {
    codes: how === 'list' ? readCodes(list) : [],
    ranges: how === 'row' ? [{ first: readCode(first), last: readCode(last) }] : [],
  }
}

/** Packs codes into a package or container, or takes them out. */
export function PackingDialog({ start, onClose }: { start: PackingStart; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const refresh = useRefresh(packing)
  const { user } = useSession()
  const [form] = Form.useForm<PackingForm>()
  const how = Form.useWatch('how', form)
  const repack = Form.useWatch('repack', form)
  const [key] = useState(() => createSaveKey())
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const packs = start.verb === 'pack'
  // In the list `codes` is how many, here it is which.
  const label = (name: string) => (name === 'codes' ? t('field.codes') : pathLabel(t, name, 'code.packing'))
  const needed = (name: string) => [
    { required: true, whitespace: true, message: t('error.required', { label: label(name) }) },
  ]

  const send = async (values: PackingForm) => {
    const told = { operator: values.operator, time: values.time, ...givenBy(values) }
    const parentCode = values.parentCode && readCode(values.parentCode)
    if (packs) {
      const body = {
        ...told,
        parentCode: parentCode ?? '',
        repack: values.repack === true,
        ...(values.repack ? { reason: values.reason } : {}),
      }
      const { packed } = await client.call('POST /code/packing/pack', { body, headers: key.headers(body) })
      feedback.done(t('code.packing.packed', { n: formatNumber(packed, t.language) }))
      return
    }
    const body = { ...told, ...(parentCode ? { parentCode } : {}), reason: values.reason ?? '' }
    const { unpacked } = await client.call('POST /code/packing/unpack', { body, headers: key.headers(body) })
    feedback.done(t('code.packing.unpacked', { n: formatNumber(unpacked, t.language) }))
  }

  const save = async (values: PackingForm) => {
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
          name: issue.field as keyof PackingForm,
          errors: [issueText(t, issue, label(issue.field))],
        })),
      )
      if (issues.length === 0) setProblem(describeError(t, error).text)
    } finally {
      setSaving(false)
    }
  }

  /** Everything at once is asked about before. */
  const finish = (values: PackingForm) =>
    values.how === 'all'
      ? feedback.ask({
          title: t('code.packing.confirmAll', { code: readCode(values.parentCode ?? '') }),
          text: t('code.packing.confirmAllText'),
          ok: t('action.unpack'),
          danger: true,
          run: () => save(values),
        })
      : save(values)

  const ways: How[] = packs ? ['list', 'row'] : ['list', 'row', 'all']
  return (
    <Modal
      open
      title={t(packs ? 'code.packing.packTitle' : 'code.packing.unpackTitle')}
      okText={t(packs ? 'action.pack' : 'action.unpack')}
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
        onFinish={finish}
        initialValues={{
          parentCode: start.parentCode,
          how: start.row ? 'row' : 'list',
          first: start.row?.first,
          last: start.row?.last,
          list: start.codes?.join('\n'),
          operator: user?.nickName ?? '',
          time: new Date().toISOString(),
        }}
      >
        <Form.Item
          name="parentCode"
          label={t(packs ? 'code.packing.into' : 'code.packing.outOf')}
          rules={packs || how === 'all' ? needed('parentCode') : []}
          required={packs || how === 'all'}
        >
          <Input placeholder={t('code.packing.parentCode')} autoComplete="off" spellCheck={false} allowClear />
        </Form.Item>
        <Form.Item name="how" label={t('code.packing.how')}>
          <Radio.Group options={ways.map(value => ({ value, label: t(`code.packing.how.${value}`) }))} />
        </Form.Item>
        {how === 'list' && (
          <Form.Item name="list" label={label('codes')} rules={needed('codes')} extra={t('code.packing.listHint')}>
            <Input.TextArea rows={4} spellCheck={false} className="tm-number" />
          </Form.Item>
        )}
        {how === 'row' && (
          <>
            <Form.Item name="first" label={label('first')} rules={needed('first')}>
              <Input autoComplete="off" spellCheck={false} />
            </Form.Item>
            <Form.Item name="last" label={label('last')} rules={needed('last')} extra={t('code.packing.rowHint')}>
              <Input autoComplete="off" spellCheck={false} />
            </Form.Item>
          </>
        )}
        <Form.Item name="operator" label={label('operator')} rules={needed('operator')}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item
          name="time"
          label={label('time')}
          rules={[{ required: true, message: t('error.required', { label: label('time') }) }]}
        >
          <DayControl time />
        </Form.Item>
        {packs && (
          <Form.Item name="repack" valuePropName="checked" extra={t('code.packing.repackHint')}>
            <Checkbox>{t('code.packing.repack')}</Checkbox>
          </Form.Item>
        )}
        {(!packs || repack) && (
          <Form.Item
            name="reason"
            label={label('reason')}
            rules={[
              ...needed('reason'),
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
