import { useQuery } from '@tanstack/react-query'
import { formatBytes, formatNumber, isAbort, issueText, queryKeys } from '@timbermark/client'
import type { LabelFormat, PrintedSerialRange } from '@timbermark/contract/calls'
import { pathLabel } from '@timbermark/phrases'
import { type LabelPaper, labelPaperNames, labelPapers, labelPixelsPerInch, limits } from '@timbermark/contract'
import { Button, Form, Modal, Progress, Radio, Select } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { checkLabels, type LabelOrder } from './rules.ts'
import { type Chosen, countChosen } from './selection.ts'

interface LabelForm extends LabelOrder {
  format: LabelFormat
  /** A paper, or the id of a saved layout. */
  layout: LabelPaper | number
}

interface LabelsDialogProps {
  requestId: number | string
  /** Codes of the request. */
  count: number
  /** The codes that were chosen; without them the dialog asks from which to which. */
  chosen?: Chosen
  /** What is made first of all: sheets to print, or pictures. */
  format?: LabelFormat
  onClose: () => void
}

/** Orders label sheets or QR pictures of chosen codes, or of a part of a request. */
export function LabelsDialog({ requestId, count, chosen, format: first = 'sheets', onClose }: LabelsDialogProps) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const [form] = Form.useForm<LabelForm>()
  const format = Form.useWatch('format', form) ?? first
  const layout = Form.useWatch('layout', form) ?? 'a4'
  const size = Form.useWatch('size', form)
  const [received, setReceived] = useState<number>()
  const stopped = useRef<AbortController>(undefined)
  const running = received !== undefined
  const sheets = format === 'sheets'
  // On a roll or in a layout a label is as large as its place.
  const isFitted = sheets && (typeof layout === 'number' || labelPapers[layout].roll)
  const number = (n: number) => formatNumber(n, t.language)
  const total = chosen ? countChosen(chosen) : undefined
  const tooMany = total !== undefined && total > limits.labelsPerCall

  const rule = (field: keyof LabelOrder) => ({
    validator: async () => {
      const values = form.getFieldsValue(true) as LabelForm
      const size = isFitted ? limits.labelPixels : Number(values.size)
      const order = chosen ? { from: 1, to: 1 } : { from: Number(values.from), to: Number(values.to) }
      const issue = checkLabels({ ...order, size }, count).find(found => found.field === field)
      if (issue) throw new Error(issueText(t, issue, pathLabel(t, field)))
    },
  })

  const ordered = ({ from, to, format, size, layout }: LabelForm, preview = false) => ({
    spans: (chosen ?? [{ from, to }]) as PrintedSerialRange[],
    format,
    ...(isFitted ? {} : { size }),
    ...(format !== 'sheets' ? {} : typeof layout === 'number' ? { layoutId: layout } : { paper: layout }),
    ...(preview ? { preview } : {}),
  })

  /** The file as it comes, with what has come of it. @returns undefined when it was stopped or failed */
  async function fetched(values: LabelForm, { save, preview }: { save: boolean; preview: boolean }) {
    const control = new AbortController()
    stopped.current = control
    setReceived(0)
    try {
      return await client.download(`/code/request/${requestId}/labels`, undefined, {
        method: 'POST',
        body: ordered(values, preview),
        save,
        signal: control.signal,
        onProgress: setReceived,
      })
    } catch (error) {
      if (!isAbort(error)) feedback.fail(error)
    } finally {
      setReceived(undefined)
    }
    return undefined
  }

  const finish = async (values: LabelForm) => {
    if (await fetched(values, { save: true, preview: false })) onClose()
  }

  const preview = async () => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return
    // A tab that opens later than the click is taken for an advertisement.
    const tab = window.open('', '_blank')
    if (!tab) return feedback.refuse(t('code.request.labelsNoTab'))
    const file = await fetched(form.getFieldsValue(true) as LabelForm, { save: false, preview: true })
    if (file) tab.location.href = URL.createObjectURL(file.blob)
    else tab.close()
  }

  const numberItem = (name: keyof LabelOrder, label: string, dependencies?: string[], extra?: string) => (
    <Form.Item name={name} label={label} dependencies={dependencies} rules={[rule(name)]} extra={extra} required>
      <NumberControl exact={false} />
    </Form.Item>
  )
  const millimetres = Math.round((Number(size) / labelPixelsPerInch) * 25.4)
  const onPaper = sheets && millimetres > 0 ? t('code.request.labelsOnPaper', { mm: millimetres }) : undefined
  return (
    <Modal
      open
      title={t('code.request.labels')}
      mask={{ closable: false }}
      footer={(_, { OkBtn }) => (
        <div className="tm-buttons tm-buttons-end">
          {sheets && (
            <Button disabled={running || tooMany} onClick={preview}>
              {t('code.request.labelsPreview')}
            </Button>
          )}
          <Button onClick={() => (running ? stopped.current?.abort() : onClose())}>
            {t(running ? 'code.request.labelsStop' : 'action.cancel')}
          </Button>
          <OkBtn />
        </div>
      )}
      okText={t('action.download')}
      okButtonProps={{ disabled: tooMany }}
      confirmLoading={running}
      onOk={form.submit}
      onCancel={() => {
        stopped.current?.abort()
        onClose()
      }}
    >
      <Form
        form={form}
        layout="vertical"
        disabled={running}
        initialValues={{ from: 1, to: Math.min(count, 100), format: first, layout: 'a4', size: 300 }}
        onFinish={finish}
      >
        {total === undefined ? (
          <div className="tm-day-range">
            {numberItem('from', t('code.request.labelsFrom'))}
            {numberItem('to', t('code.request.labelsTo'), ['from'])}
          </div>
        ) : (
          <p>
            <strong>{t('code.select.count', { n: number(total) })}</strong>
          </p>
        )}
        <Form.Item name="format" label={t('code.request.labelsFormat')}>
          <Radio.Group
            options={[
              { value: 'sheets', label: t('code.request.labelsSheets') },
              { value: 'png', label: 'PNG' },
              { value: 'svg', label: 'SVG' },
              { value: 'pdf', label: t('code.request.labelsOnePdf') },
            ]}
          />
        </Form.Item>
        {sheets && <LayoutItem />}
        {!isFitted && numberItem('size', t('code.request.labelsSize', { max: limits.labelPixels }), undefined, onPaper)}
        <p className={tooMany ? 'tm-refusal' : 'tm-muted tm-hint'} role={tooMany ? 'alert' : undefined}>
          {t('code.request.labelsHint', { max: number(limits.labelsPerCall) })}
        </p>
      </Form>
      {running && (
        <div role="status">
          <Progress percent={100} status="active" showInfo={false} aria-label={t('code.request.labelsMaking')} />
          <p className="tm-muted">{t('code.request.labelsReceived', { size: formatBytes(received, t.language) })}</p>
        </div>
      )}
    </Modal>
  )
}

/** A paper as it comes, or a layout that the enterprise has saved. */
function LayoutItem() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const may = can('code:label-layout:list')
  const { data = [] } = useQuery({
    queryKey: queryKeys.options('code/label-layout'),
    queryFn: ({ signal }) => client.get<{ id: number; label: string }[]>('/code/label-layout/options', {}, { signal }),
    enabled: may,
  })
  const papers = labelPaperNames.map(name => ({
    value: name,
    label: labelPapers[name].roll
      ? t('code.request.labelsPaper.roll', { size: name.replace('x', ' × ') })
      : t(`code.request.labelsPaper.${name as 'a4' | 'a5' | 'letter'}`),
  }))
  return (
    <Form.Item
      name="layout"
      label={t('code.request.labelsPaper')}
      extra={may && <Link to="/code/label-layout">{t('code.request.labelsLayouts')}</Link>}
    >
      <Select
        options={[
          ...(data.length > 0
            ? [
                {
                  label: t('code.request.labelsSaved'),
                  options: data.map(({ id, label }) => ({ value: id as number | LabelPaper, label })),
                },
              ]
            : []),
          { label: t('code.request.labelsPlain'), options: papers as { value: number | LabelPaper; label: string }[] },
        ]}
      />
    </Form.Item>
  )
}
