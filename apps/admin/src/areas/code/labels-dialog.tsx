import { issueText } from '@timbermark/client'
import { pathLabel } from '@timbermark/phrases'
import { limits } from '@timbermark/contract'
import { Form, Modal, Radio } from 'antd'
import { useState } from 'react'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import { checkLabels, type LabelOrder } from './rules.ts'

interface LabelForm extends LabelOrder {
  format: 'pdf' | 'png' | 'svg'
}

interface LabelsDialogProps {
  requestId: number | string
  /** Codes of the request. */
  count: number
  /** First and last code to begin with, counted from 1. */
  from?: number
  to?: number
  onClose: () => void
}

/** Orders label sheets or QR pictures of a part of a request. */
export function LabelsDialog({ requestId, count, from = 1, to = Math.min(count, 100), onClose }: LabelsDialogProps) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const [form] = Form.useForm<LabelForm>()
  const format = Form.useWatch('format', form) ?? 'pdf'
  const [running, setRunning] = useState(false)

  const rule = (field: keyof LabelOrder) => ({
    validator: async () => {
      const values = form.getFieldsValue(true) as LabelForm
      const size = values.format === 'pdf' ? limits.labelPixels : Number(values.size)
      const issues = checkLabels({ from: Number(values.from), to: Number(values.to), size }, count)
      const issue = issues.find(found => found.field === field)
      if (issue) throw new Error(issueText(t, issue, pathLabel(t, field)))
    },
  })

  const finish = async (values: LabelForm) => {
    setRunning(true)
    try {
      const size = values.format === 'pdf' ? undefined : values.size
      await client.download(`/code/request/${requestId}/labels`, {
        from: values.from,
        to: values.to,
        format: values.format,
        size,
      })
      onClose()
    } catch (error) {
      feedback.fail(error)
    } finally {
      setRunning(false)
    }
  }

  const number = (name: keyof LabelOrder, label: string, dependencies?: string[]) => (
    <Form.Item name={name} label={label} dependencies={dependencies} rules={[rule(name)]} required>
      <NumberControl exact={false} />
    </Form.Item>
  )
  return (
    <Modal
      open
      title={t('code.request.labels')}
      okText={t('action.download')}
      cancelText={t('action.cancel')}
      confirmLoading={running}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ from, to, format: 'pdf', size: 300 }} onFinish={finish}>
        <div className="tm-day-range">
          {number('from', t('code.request.labelsFrom'))}
          {number('to', t('code.request.labelsTo'), ['from'])}
        </div>
        <Form.Item name="format" label={t('code.request.labelsFormat')}>
          <Radio.Group
            options={[
              { value: 'pdf', label: t('code.request.labelsPdf') },
              { value: 'png', label: 'PNG' },
              { value: 'svg', label: 'SVG' },
            ]}
          />
        </Form.Item>
        {format !== 'pdf' && number('size', t('code.request.labelsSize', { max: limits.labelPixels }))}
        <p className="tm-muted tm-hint">{t('code.request.labelsHint', { max: limits.labelsPerCall })}</p>
      </Form>
    </Modal>
  )
}
