import { pathLabel } from '@timbermark/phrases'
import { isEan, platformProductFields, platformRequest } from '@timbermark/contract'
import { Form } from 'antd'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { FieldItem } from '../../entity/form/field-item.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'

type Values = Record<(typeof platformProductFields)[number], string> & { from: number; to: number }

/** Activates a range of codes for a product and a page of the mini-program. */
export function ActivateDialog({ row, usualAppId, onClose }: { row: Row; usualAppId: string; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(platformRequest)
  const [form] = Form.useForm<Values>()
  const last = Number(row.count) - 1

  const positionRule = {
    validator: async (_: unknown, value: number | string | null) => {
      const number = Number(value)
      if (value === null || value === '' || !Number.isInteger(number) || number < 0 || number > last)
        throw new Error(t('error.wechat.range', { last }))
    },
  }

  return (
    <DialogForm<Values>
      form={form}
      title={t('code.platform-request.activateTitle', { name: String(row.activityName) })}
      ok={t('action.activate')}
      hint={t('code.platform-request.activateText')}
      initial={{
        ...(Object.fromEntries(platformProductFields.map(field => [field, row[field] ?? ''])) as Partial<Values>),
        miniAppId: String(row.miniAppId || usualAppId),
        from: 0,
        to: last,
      }}
      label={field => pathLabel(t, field, 'code.platform-request')}
      onClose={onClose}
      send={async (values, headersFor) => {
        const body = { ...values, miniVersion: values.miniVersion as 'official' }
        const headers = headersFor(body)
        await client.call('POST /code/platform-request/:id/activate', { params: { id: row.id }, body, headers })
        feedback.done(t('code.platform-request.activating'))
        await refresh()
      }}
    >
      <div className="tm-range-fields">
        <Form.Item name="from" label={t('code.platform-request.from')} required rules={[positionRule]}>
          <NumberControl exact={false} />
        </Form.Item>
        <Form.Item name="to" label={t('code.platform-request.to')} required rules={[positionRule]}>
          <NumberControl exact={false} />
        </Form.Item>
      </div>
      {platformProductFields.map(name => (
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
    </DialogForm>
  )
}
