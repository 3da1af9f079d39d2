import { useQuery } from '@tanstack/react-query'
import { formatBytes, formatNumber, isAbort, issueText, queryKeys } from '@timbermark/client'
import type { LabelFormat, PrintedSerialRange } from '@timbermark/contract/calls'
import { pathLabel } from '@timbermark/phrases'
import { type LabelPaper, labelPaperNames, labelPapers, labelPixelsPerInch, limits } from '@timbermark/contract'
import { Alert, Button, Form, Modal, Progress, Radio, Select } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { checkLabels, type LabelOrder } from './rules.ts'
import { type Selection, countSelected } from './selection.ts'

interface LabelForm extends LabelOrder {
  format: LabelFormat
  /** A paper, or the id of a saved layout. */
  layout: LabelPaper | number
}

interface LabelsDialogProps {
  requestId: number | string
  /** Number of codes of the request. */
  count: number
  /** The selected codes; without them the dialog asks for a range. */
  chosen?: Selection
  /** The initial format: sheets to print, or pictures. */
  format?: LabelFormat
  onClose: () => void
}

/** Orders label sheets or QR pictures of selected codes, or of a part of a request. */
export function LabelsDialog({ requestId, count, chosen, format: first = 'sheets', onClose }: LabelsDialogProps) {
  const t = useT()
  const feedback = useFeedback()
  const [form] = Form.useForm<LabelForm>()
  const format = Form.useWatch('format', form) ?? first
  const layout = Form.useWatch('layout', form) ?? 'a4'
  const size = Form.useWatch('size', form)
  const { received, download, stop } = useLabelDownload(requestId)
  const isRunning = received !== undefined
  const isSheets = format === 'sheets'
  // On a roll or in a layout a label fills its place.
  const isFitted = isSheets && (typeof layout === 'number' || labelPapers[layout].roll)
  const number = (n: number) => formatNumber(n, t.language)
  const total = chosen ? countSelected(chosen) : undefined
  const tooMany = total !== undefined && total > limits.labelsPerCall

  const rule = (field: keyof LabelOrder) => ({
    validator: async () => {
      const values = form.getFieldsValue(true) as LabelForm
      const size = isFitted ? limits.labelPixels : Number(values.size)
      const order = chosen ? { from: 1, to: 1 } : { from: Number(values.from), to: Number(values.to) }
      const issue = checkLabels({ ...order, size }, count).find(({ field: name }) => name === field)
      if (issue) throw new Error(issueText(t, issue, pathLabel(t, field)))
    },
  })

  const toBody = ({ from, to, format, size, layout }: LabelForm, preview = false) => ({
    spans: (chosen ?? [{ from, to }]) as PrintedSerialRange[],
    format,
    ...(isFitted ? {} : { size }),
    ...(format !== 'sheets' ? {} : typeof layout === 'number' ? { layoutId: layout } : { paper: layout }),
    ...(preview ? { preview } : {}),
  })

  const finish = async (values: LabelForm) => {
    if (await download(toBody(values), { save: true })) onClose()
  }

  const preview = async () => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return
    // Browsers block a tab that opens later than the click as a popup.
    const tab = window.open('', '_blank')
    if (!tab) return feedback.refuse(t('code.request.labelsNoTab'))
    const file = await download(toBody(form.getFieldsValue(true) as LabelForm, true), { save: false })
    if (file) tab.location.href = URL.createObjectURL(file.blob)
    else tab.close()
  }

  const numberItem = (name: keyof LabelOrder, label: string, dependencies?: string[], extra?: string) => (
    <Form.Item name={name} label={label} dependencies={dependencies} rules={[rule(name)]} extra={extra} required>
      <NumberControl exact={false} />
    </Form.Item>
  )
  const millimetres = Math.round((Number(size) / labelPixelsPerInch) * 25.4)
  const printedSize = isSheets && millimetres > 0 ? t('code.request.labelsOnPaper', { mm: millimetres }) : undefined
  return (
    <Modal
      open
      title={t('code.request.labels')}
      mask={{ closable: false }}
      footer={(_, { OkBtn }) => (
        <div className="tm-buttons tm-buttons-end">
          {isSheets && (
            <Button disabled={isRunning || tooMany} onClick={preview}>
              {t('code.request.labelsPreview')}
            </Button>
          )}
          <Button onClick={() => (isRunning ? stop() : onClose())}>
            {t(isRunning ? 'code.request.labelsStop' : 'action.cancel')}
          </Button>
          <OkBtn />
        </div>
      )}
      okText={t('action.download')}
      okButtonProps={{ disabled: tooMany }}
      confirmLoading={isRunning}
      onOk={form.submit}
      onCancel={() => {
        stop()
        onClose()
      }}
    >
      <Form
        form={form}
        layout="vertical"
        disabled={isRunning}
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
        <FormatItem />
        {isSheets && <LayoutItem />}
        {!isFitted &&
          numberItem('size', t('code.request.labelsSize', { max: limits.labelPixels }), undefined, printedSize)}
        {isSheets && <MissingGlyphs requestId={requestId} />}
        <p className={tooMany ? 'tm-refusal' : 'tm-muted tm-hint'} role={tooMany ? 'alert' : undefined}>
          {t('code.request.labelsHint', { max: number(limits.labelsPerCall) })}
        </p>
      </Form>
      {received !== undefined && <DownloadProgress received={received} />}
    </Modal>
  )
}

/** Downloads labels and counts the received bytes; `received` is undefined while nothing is under way. */
function useLabelDownload(requestId: number | string) {
  const client = useClient()
  const feedback = useFeedback()
  const [received, setReceived] = useState<number>()
  const active = useRef<AbortController>(undefined)

  /** @returns undefined when it was stopped or failed */
  async function download(body: object, { save }: { save: boolean }) {
    const control = new AbortController()
    active.current = control
    setReceived(0)
    try {
      return await client.download(`/code/request/${requestId}/labels`, undefined, {
        method: 'POST',
        body,
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
  return { received, download, stop: () => active.current?.abort() }
}

/** A warning before printing about characters that would be boxes. */
function MissingGlyphs({ requestId }: { requestId: number | string }) {
  const t = useT()
  const client = useClient()
  const { data } = useQuery({
    queryKey: [...queryKeys.entity('code/request'), 'labelGlyphs', String(requestId)],
    queryFn: ({ signal }) =>
      client.call('GET /code/request/:id/labelGlyphs', { params: { id: String(requestId) }, signal }),
  })
  if (!data || data.missing.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('code.request.labelsMissing', { characters: data.missing.slice(0, 30).join(' ') })}
    />
  )
}

function FormatItem() {
  const t = useT()
  return (
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
  )
}

function DownloadProgress({ received }: { received: number }) {
  const t = useT()
  return (
    <div role="status">
      <Progress percent={100} status="active" showInfo={false} aria-label={t('code.request.labelsMaking')} />
      <p className="tm-muted">{t('code.request.labelsReceived', { size: formatBytes(received, t.language) })}</p>
    </div>
  )
}

/** A plain paper, or a layout that the enterprise has saved. */
function LayoutItem() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const mayListLayouts = can('code:label-layout:list')
  const { data = [] } = useQuery({
    queryKey: queryKeys.options('code/label-layout'),
    queryFn: ({ signal }) => client.get<{ id: number; label: string }[]>('/code/label-layout/options', {}, { signal }),
    enabled: mayListLayouts,
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
      extra={mayListLayouts && <Link to="/code/label-layout">{t('code.request.labelsLayouts')}</Link>}
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
