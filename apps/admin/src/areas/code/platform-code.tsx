import type { PlatformCodeState } from '@timbermark/contract/calls'
import { describeError } from '@timbermark/client'
import { Alert, Descriptions, Form, Input } from 'antd'
import { useState } from 'react'
import { useSendOnce } from '../../entity/form/use-send-once.ts'
import { Copyable } from '../../entity/values/long-text.tsx'
import { useClient, useT } from '../../shell/index.ts'

/** Asks what became of one code: here, and at the messaging platform. */
export function PlatformCodePanel({ id }: { id: number | string }) {
  const t = useT()
  const client = useClient()
  const [found, setFound] = useState<PlatformCodeState>()
  const [failure, setFailure] = useState<string>()
  const { sending: asking, send } = useSendOnce()

  const ask = (text: string) => {
    const given = text.trim()
    if (given === '') return
    setFound(undefined)
    setFailure(undefined)
    // Nine digits are a code, fewer a position.
    const query = /^\d{1,8}$/.test(given) ? { position: Number(given) } : { code: given }
    void send(
      async () => setFound(await client.call('GET /code/platform-request/:id/code', { params: { id }, query })),
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
          loading={asking}
          maxLength={140}
          onSearch={ask}
        />
      </Form.Item>
      <div role="status">
        {failure && <Alert type="error" showIcon title={failure} />}
        {found && (
          <Descriptions
            className="tm-detail"
            bordered
            size="small"
            column={1}
            items={[
              { key: 'position', label: t('code.platform-request.position'), children: found.position },
              { key: 'code', label: t('code.platform-request.code'), children: <Copyable text={found.code} /> },
              {
                key: 'address',
                label: t('code.platform-request.address'),
                children: <Copyable text={found.address} />,
              },
              {
                key: 'state',
                label: t('code.platform-request.state'),
                children: found.active ? (
                  <>
                    {t('code.platform-request.state.active')}
                    <div className="tm-muted">
                      {found.active.productBrand} · {found.active.productTitle} · {found.active.miniPath}
                    </div>
                  </>
                ) : (
                  t('code.platform-request.state.none')
                ),
              },
              {
                key: 'trace',
                label: t('code.platform-request.trace'),
                children: found.tracePath ? (
                  <a href={found.tracePath} target="_blank" rel="noreferrer">
                    {found.tracePath}
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
