import { EditOutlined, PhoneOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { ApiError, formatDateTime, issueText } from '@timbermark/client'
import { checkField, phone } from '@timbermark/contract'
import { Button, Card, Form, Input } from 'antd'
import { useState } from 'react'
import { useSendOnce } from '../../entity/form/use-send-once.ts'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'

const field = phone({ required: true })

/** The number that customers may call; edited in place. */
export function ServicePhone() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { can } = useSession()
  const [form] = Form.useForm<{ phone: string }>()
  const [editing, setEditing] = useState(false)
  const { sending, inertProps, send } = useSendOnce()
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'site/service'],
    queryFn: ({ signal }) => client.call('GET /site/service', { signal }),
  })

  const finish = ({ phone: number }: { phone: string }) =>
    send(
      async () => {
        await client.call('PUT /site/service', { body: { phone: number.trim() } })
        feedback.done(t('entity.saved'))
        await refetch()
        setEditing(false)
      },
      failure => {
        const issues = failure instanceof ApiError ? failure.issues : []
        if (issues.length === 0) feedback.fail(failure)
        else
          form.setFields([{ name: 'phone', errors: issues.map(issue => issueText(t, issue, t('site.service.phone'))) }])
      },
    )
  return (
    <Card size="small" className="tm-service">
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} title={false} paragraph={{ rows: 1 }} />
      ) : editing ? (
        <Form {...inertProps} form={form} layout="inline" initialValues={{ phone: data.phone ?? '' }} onFinish={finish}>
          <Form.Item
            name="phone"
            label={t('site.service.phone')}
            rules={[
              {
                validator: async (_, value: string | undefined) => {
                  const issue = checkField('phone', field, value?.trim())
                  if (issue) throw new Error(issueText(t, issue, t('site.service.phone')))
                },
              },
            ]}
          >
            <Input autoFocus inputMode="tel" autoComplete="off" />
          </Form.Item>
          <div className="tm-service-buttons">
            <Button type="primary" htmlType="submit" loading={sending}>
              {t('action.save')}
            </Button>
            <Button onClick={() => setEditing(false)}>{t('action.cancel')}</Button>
          </div>
        </Form>
      ) : (
        <div className="tm-service-line">
          <PhoneOutlined />
          <span>{t('site.service.phone')}</span>
          <strong>{data.phone ?? t('site.service.noPhone')}</strong>
          {can('site:banner:edit') && (
            <Button size="small" icon={<EditOutlined />} onClick={() => setEditing(true)}>
              {t('action.edit')}
            </Button>
          )}
          {data.updateTime && (
            <span className="tm-muted">
              {formatDateTime(data.updateTime)} {data.updateBy && `· ${data.updateBy}`}
            </span>
          )}
        </div>
      )}
    </Card>
  )
}
