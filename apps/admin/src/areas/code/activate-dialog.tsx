import { ApiError, issueText } from '@timbermark/client'
import { pathLabel } from '@timbermark/phrases'
import { type Issue, isEan, platformRequest } from '@timbermark/contract'
import { Alert, Form, Modal } from 'antd'
import { useState } from 'react'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import { FieldItem } from '../../entity/form/field-item.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'

const productFields = [
  'activityName',
  'productBrand',
  'productTitle',
  'productCode',
  'miniAppId',
  'miniPath',
  'miniVersion',
] as const

type Values = Record<(typeof productFields)[number], string> & { from: number; to: number }

/** Binds a range of codes to a product and a page of the mini-program. */
export function ActivateDialog({ row, usualAppId, onClose }: { row: Row; usualAppId: string; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(platformRequest)
  const [form] = Form.useForm<Values>()
  const [running, setRunning] = useState(false)
  const last = Number(row.count) - 1

  const finish = async (values: Values) => {
    setRunning(true)
    try {
      await client.call('POST /code/platform-request/:id/activate', {
        params: { id: row.id },
        body: { ...values, miniVersion: values.miniVersion as 'official' },
      })
      feedback.done(t('code.platform-request.activating'))
      await refresh()
      onClose()
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      if (issues.length === 0) feedback.fail(error)
      form.setFields(issues.map(issue => ({ name: issue.field as keyof Values, errors: [said(issue)] })))
    } finally {
      setRunning(false)
    }
  }
  const said = (issue: Issue) => issueText(t, issue, pathLabel(t, issue.field, 'code.platform-request'))
  const positionRule = {
    validator: async (_: unknown, value: number | string | null) => {
      const number = Number(value)
      if (value === null || value === '' || !Number.isInteger(number) || number < 0 || number > last)
        throw new Error(t('error.wechat.range', { last }))
    },
  }

  return (
    <Modal
      open
      title={t('code.platform-request.activateTitle', { name: String(row.activityName) })}
      okText={t('action.activate')}
      cancelText={t('action.cancel')}
      confirmLoading={running}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Alert type="info" showIcon title={t('code.platform-request.activateText')} />
      <Form
        form={form}
        name="activate-codes"
        layout="vertical"
        className="tm-dialog-form"
        initialValues={{
          ...Object.fromEntries(productFields.map(field => [field, row[field] ?? ''])),
          miniAppId: row.miniAppId || usualAppId,
          from: 0,
          to: last,
        }}
        onFinish={finish}
      >
        <div className="tm-range-fields">
          <Form.Item name="from" label={t('code.platform-request.from')} required rules={[positionRule]}>
            <NumberControl exact={false} />
          </Form.Item>
          <Form.Item name="to" label={t('code.platform-request.to')} required rules={[positionRule]}>
            <NumberControl exact={false} />
          </Form.Item>
        </div>
        {productFields.map(name => (
          <FieldItem
            key={name}
            entity={platformRequest}
            name={name}
            field={{ ...platformRequest.fields[name], required: true }}
            rule={
              name === 'productCode'
                ? value => (isEan(String(value ?? '').trim()) ? undefined : { field: name, error: 'wechat.ean' })
                : undefined
            }
          />
        ))}
      </Form>
    </Modal>
  )
}
