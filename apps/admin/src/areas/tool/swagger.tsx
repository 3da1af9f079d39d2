import { useClearable, useClearableInput } from '../../entity/controls/use-clearable.tsx'
import { CodeOutlined, DownloadOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { saveBlob } from '@timbermark/client'
import { Button, Collapse, Empty, Input, Select } from 'antd'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { LoadingOrFailure, NoPermission } from '../../entity/list/list-states.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { CallDetail } from './call-detail.tsx'
import { loadOpenApi } from './load-openapi.ts'
import { listCalls, findCalls, type OpenApi } from './openapi.ts'
import '../../entity/entity.css'
import './swagger.css'

const permission = 'tool:swagger:list'

/** Interface docs: every call of the server, from its own OpenAPI document. */
export default function SwaggerScreen() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const mayRead = can(permission)
  const { data, error, refetch } = useQuery<OpenApi>({
    queryKey: ['openapi', t.language],
    queryFn: ({ signal }) => loadOpenApi(client.base, t.language, signal),
    enabled: mayRead,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!mayRead) return <NoPermission />
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 12 }} />
  return <Calls document={data} />
}

function Calls({ document }: { document: OpenApi }) {
  const t = useT()
  const clearableInput = useClearableInput()
  const clearable = useClearable()
  const [typed, setTyped] = useState('')
  const client = useClient()
  const feedback = useFeedback()
  const [tag, setTag] = useAddressParam('tag')
  const [opened, setOpened] = useAddressParam('call')
  const calls = useMemo(() => listCalls(document), [document])
  const query = useDeferredValue(typed)
  const matches = useMemo(
    () => findCalls(calls, query).filter(call => tag === undefined || call.tag === tag),
    [calls, query, tag],
  )
  const tags = [...new Set(calls.map(call => call.tag))]
  const groups = tags.filter(one => matches.some(call => call.tag === one))
  const nameOf = (one: string) => document.tags?.find(({ name }) => name === one)?.description
  // Only a call opened by a link is scrolled to; a call opened by hand is visible already.
  const [linked] = useState(opened)
  useEffect(() => {
    if (linked) window.document.getElementById(`call-${linked}`)?.scrollIntoView({ block: 'start' })
  }, [linked])
  return (
    <>
      <div className="tm-api-tools">
        <Input
          allowClear={clearableInput}
          prefix={<SearchOutlined />}
          value={typed}
          placeholder={t('tool.swagger.find')}
          aria-label={t('tool.swagger.find')}
          onChange={event => setTyped(event.target.value)}
        />
        <Select
          allowClear={clearable}
          aria-label={t('tool.swagger.tag')}
          placeholder={t('tool.swagger.tag')}
          value={tag}
          options={tags.map(one => ({ value: one, label: nameOf(one) ?? one }))}
          onChange={chosen => setTag(chosen ?? undefined)}
        />
        <Button
          icon={<DownloadOutlined />}
          onClick={() =>
            saveBlob(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }), 'openapi.json')
          }
        >
          openapi.json
        </Button>
        <Button
          icon={<CodeOutlined />}
          onClick={() => void client.download('/tool/swagger/client').catch(feedback.fail)}
        >
          {t('tool.swagger.client')}
        </Button>
        <span className="tm-muted" role="status">
          {t('tool.swagger.count', { n: matches.length, all: calls.length })}
        </span>
      </div>
      {matches.length === 0 ? (
        <Empty description={t('entity.nothingFound')} />
      ) : (
        groups.map(group => (
          <section key={group} className="tm-api-group" aria-label={group}>
            <h3>
              {nameOf(group) ?? group} <code className="tm-muted">{group}</code>
            </h3>
            <Collapse
              destroyOnHidden
              accordion
              activeKey={opened ?? ''}
              onChange={key => setOpened([key].flat()[0] || undefined)}
              items={matches
                .filter(call => call.tag === group)
                .map(call => ({
                  key: call.id,
                  id: `call-${call.id}`,
                  label: (
                    <span className="tm-api-call">
                      <span className={`tm-api-method tm-api-${call.method.toLowerCase()}`}>{call.method}</span>
                      <code>{call.path}</code>
                      <span className="tm-muted">{call.summary}</span>
                    </span>
                  ),
                  children: <CallDetail call={call} document={document} />,
                }))}
            />
          </section>
        ))
      )}
    </>
  )
}
