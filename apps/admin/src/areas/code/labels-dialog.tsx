import { issueText } from '@timbermark/client'
import { pathLabel } from '@timbermark/phrases'
import { type LabelPaper, labelPaperNames, labelPapers, labelPixelsPerInch, limits } from '@timbermark/contract'
import { Button, Form, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import { checkLabels, type LabelOrder } from './rules.ts'

interface LabelForm extends LabelOrder {
  format: 'pdf' | 'png' | 'svg'
  paper: LabelPaper
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
  const paper = Form.useWatch('paper', form) ?? 'a4'
  const size = Form.useWatch('size', form)
  const [running, setRunning] = useState(false)
  // On a roll a label is as large as its piece.
  const isRoll = format === 'pdf' && labelPapers[paper].roll

  const rule = (field: keyof LabelOrder) => ({
    validator: async () => {
      const values = form.getFieldsValue(true) as LabelForm
      const size = isRoll ? limits.labelPixels : Number(values.size)
      const issues = checkLabels({ from: Number(values.from), to: Number(values.to), size }, count)
      const issue = issues.find(found => found.field === field)
      if (issue) throw new Error(issueText(t, issue, pathLabel(t, field)))
    },
  })

  const ordered = ({ from, to, format, size, paper }: LabelForm) => ({
    from,
    to,
    format,
    ...(isRoll ? {} : { size }),
    ...(format === 'pdf' ? { paper } : {}),
  })

  const finish = async (values: LabelForm) => {
    setRunning(true)
    try {
      await client.download(`/code/request/${requestId}/labels`, ordered(values))
      onClose()
    } catch (error) {
      feedback.fail(error)
    } finally {
      setRunning(false)
    }
  }

  const preview = async () => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return
    // A tab that opens later than the click is taken for an advertisement.
    const tab = window.open('', '_blank')
    if (!tab) return feedback.refuse(t('code.request.labelsNoTab'))
    setRunning(true)
    try {
      const order = { ...ordered(values), preview: 'true' }
      const { blob } = await client.download(`/code/request/${requestId}/labels`, order, { save: false })
      tab.location.href = URL.createObjectURL(blob)
    } catch (error) {
      tab.close()
      feedback.fail(error)
    } finally {
      setRunning(false)
    }
  }

  const number = (name: keyof LabelOrder, label: string, dependencies?: string[], extra?: string) => (
    <Form.Item name={name} label={label} dependencies={dependencies} rules={[rule(name)]} extra={extra} required>
      <NumberControl exact={false} />
    </Form.Item>
  )
  const millimetres = Math.round((Number(size) / labelPixelsPerInch) * 25.4)
  const onPaper = format === 'pdf' && millimetres > 0 ? t('code.request.labelsOnPaper', { mm: millimetres }) : undefined
  return (
    <Modal
      open
      title={t('code.request.labels')}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {format === 'pdf' && (
            <Button disabled={running} onClick={preview}>
              {t('code.request.labelsPreview')}
            </Button>
          )}
          <CancelBtn />
          <OkBtn />
        </>
      )}
      okText={t('action.download')}
      cancelText={t('action.cancel')}
      confirmLoading={running}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ from, to, format: 'pdf', paper: 'a4', size: 300 }}
        onFinish={finish}
      >
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
        {format === 'pdf' && (
          <Form.Item name="paper" label={t('code.request.labelsPaper')}>
            <Select
              options={labelPaperNames.map(name => ({
                value: name,
                label: labelPapers[name].roll
                  ? t('code.request.labelsPaper.roll', { size: name.replace('x', ' × ') })
                  : t('code.request.labelsPaper.a4'),
              }))}
            />
          </Form.Item>
        )}
        {!isRoll && number('size', t('code.request.labelsSize', { max: limits.labelPixels }), undefined, onPaper)}
        <p className="tm-muted tm-hint">{t('code.request.labelsHint', { max: limits.labelsPerCall })}</p>
      </Form>
    </Modal>
  )
}
