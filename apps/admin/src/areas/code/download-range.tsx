import { formatNumber } from '@timbermark/client'
import { platformRequest } from '@timbermark/contract'
import { Form, Modal } from 'antd'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import { useSendOnce } from '../../entity/form/use-send-once.ts'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useClient, useT } from '../../shell/index.ts'

/** Maximum number of codes in one file, which passes through the page's memory. */
export const maxCodesPerFile = 500_000

interface Range {
  from: number
  to: number
}

/** Downloads a part of many codes as a file. */
export function DownloadRangeDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const refresh = useRefresh(platformRequest)
  const [form] = Form.useForm<Range>()
  const { sending, inertProps, send } = useSendOnce()
  const last = Number(row.count) - 1

  const finish = ({ from, to }: Range) =>
    send(async () => {
      await client.download(`/code/platform-request/${row.id}/download`, { from, to })
      await refresh()
      onClose()
    })
  const rule = {
    validator: async () => {
      const from = Number(form.getFieldValue('from'))
      const to = Number(form.getFieldValue('to'))
      if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from || to > last)
        throw new Error(t('error.wechat.range', { last }))
      if (to - from >= maxCodesPerFile)
        throw new Error(t('error.tooLarge', { label: t('code.platform-request.to'), max: from + maxCodesPerFile - 1 }))
    },
  }
  const n = (value: number) => formatNumber(value, t.language)
  return (
    <Modal
      open
      title={t('code.platform-request.download')}
      okText={t('action.download')}
      cancelText={t('action.cancel')}
      confirmLoading={sending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="tm-muted">
        {t('code.platform-request.downloadRange', { max: n(maxCodesPerFile), count: n(last + 1) })}
      </p>
      <Form
        {...inertProps}
        form={form}
        name="download-platform-codes"
        layout="vertical"
        initialValues={{ from: 0, to: Math.min(maxCodesPerFile, last + 1) - 1 }}
        onFinish={finish}
      >
        <div className="tm-range-fields">
          <Form.Item name="from" label={t('code.platform-request.from')} required>
            <NumberControl exact={false} />
          </Form.Item>
          <Form.Item name="to" label={t('code.platform-request.to')} required dependencies={['from']} rules={[rule]}>
            <NumberControl exact={false} />
          </Form.Item>
        </div>
      </Form>
    </Modal>
  )
}
