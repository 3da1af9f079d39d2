import { issueText } from '@timbermark/client'
import { pathLabel } from '@timbermark/phrases'
import { limits } from '@timbermark/contract'
import { Form, Modal, Radio } from 'antd'
import { useState } from 'react'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import type { Row } from '../../entity/types.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import { checkLabels, runsOf } from './rules.ts'

interface PicturesForm {
  format: 'png' | 'svg'
  size: number
}

/** QR pictures of the chosen codes in a size of one's own. */
export function PicturesDialog({
  requestId,
  rows,
  onClose,
}: {
  requestId: string
  rows: readonly Row[]
  onClose: () => void
}) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const [form] = Form.useForm<PicturesForm>()
  const [running, setRunning] = useState(false)
  const runs = runsOf(rows.map(row => Number(row.serial)))

  const finish = async ({ format, size }: PicturesForm) => {
    setRunning(true)
    try {
      for (const { from, to } of runs) {
        await client.download(`/code/request/${requestId}/labels`, { from, to, format, size })
      }
      onClose()
    } catch (error) {
      feedback.fail(error)
    } finally {
      setRunning(false)
    }
  }

  return (
    <Modal
      open
      title={t('code.qr.pictures', { n: rows.length })}
      okText={t('action.download')}
      cancelText={t('action.cancel')}
      confirmLoading={running}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ format: 'png', size: 300 }} onFinish={finish}>
        <Form.Item name="format" label={t('code.request.labelsFormat')}>
          <Radio.Group
            options={[
              { value: 'png', label: 'PNG' },
              { value: 'svg', label: 'SVG' },
            ]}
          />
        </Form.Item>
        <Form.Item
          name="size"
          label={t('code.request.labelsSize', { max: limits.labelPixels })}
          required
          rules={[
            {
              validator: async (_, size: number | null) => {
                const [issue] = checkLabels({ from: 1, to: 1, size: size ?? Number.NaN }, 1)
                if (issue) throw new Error(issueText(t, issue, pathLabel(t, issue.field)))
              },
            },
          ]}
        >
          <NumberControl exact={false} />
        </Form.Item>
        {runs.length > 1 && <p className="tm-muted">{t('code.qr.severalFiles', { n: runs.length })}</p>}
      </Form>
    </Modal>
  )
}
