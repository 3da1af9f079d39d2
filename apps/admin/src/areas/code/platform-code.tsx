import type { MessagingCodeState } from '@timbermark/contract/calls'
import { describeError } from '@timbermark/client'
import { Alert, Descriptions, Form, Input } from 'antd'
import { useState } from 'react'
import { useSendOnce } from '../../entity/form/use-send-once.ts'
import { Copyable } from '../../entity/values/long-text.tsx'
import { useClient, useT } from '../../shell/index.ts'

/** Looks up the state of one code, here and at the messaging platform. */
export function MessagingCodePanel({ id }: { id: number | string }) {
  const t = useT()
  const client = useClient()
  const [state, setState] = useState<MessagingCodeState>()
  const [failure, setFailure] = useState<string>()
  const { sending: loading, send } = useSendOnce()

  const lookUp = (text: string) => {
    const input = text.trim()
    if (input === '') return
    setState(undefined)
    setFailure(undefined)
    // Nine digits are a code, fewer a position.
    const query = /^\d{1,8}$/.test(input) ? { position: Number(input) } : { code: input }
    void send(
      async () => setState(await client.call('GET /code/platform-request/:id/code', { params: { id }, query })),
      error => setFailure(describeError(t, error).text),
    )
  }
  return (
    <section className="tm-panel">
      <h3>{t('code.platform-request.find')}</h3>
      <Form.Item extra={t('code.platform-request.findHint')}>
        <Input.Search
          aria-label={t('code.platform-request.find')}
          enterButton={t('code.platform-request.ask')}
          loading={loading}
          maxLength={140}
          onSearch={lookUp}
        />
      </Form.Item>
      <div role="status">
        {failure && <Alert type="error" showIcon title={failure} />}
        {state && (
          <Descriptions
            className="tm-detail"
            bordered
            size="small"
            column={1}
            items={[
              { key: 'position', label: t('code.platform-request.position'), children: state.position },
              { key: 'code', label: t('code.platform-request.code'), children: <Copyable text={state.code} /> },
              {
                key: 'address',
                label: t('code.platform-request.address'),
                children: <Copyable text={state.address} />,
              },
              {
                key: 'state',
                label: t('code.platform-request.state'),
                children: state.active ? (
                  <>
                    {t('code.platform-request.state.active')}
                    <div className="tm-muted">
                      {state.active.productBrand} · {state.active.productTitle} · {state.active.miniPath}
                    </div>
                  </>
                ) : (
                  t('code.platform-request.state.none')
                ),
              },
              {
                key: 'trace',
                label: t('code.platform-request.trace'),
                children: state.tracePath ? (
                  <a href={state.tracePath} target="_blank" rel="noreferrer">
                    {state.tracePath}
                  </a>
                ) : (
                  t('code.platform-request.noTrace')
                ),
              },
            ]}
          />
        )}
      </div>
    </section>
  )
}
