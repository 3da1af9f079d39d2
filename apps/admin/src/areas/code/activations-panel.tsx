import { PlayCircleOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDateTime, formatNumber } from '@timbermark/client'
import { platformRequest } from '@timbermark/contract'
import { Tag } from 'antd'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import type { Row } from '../../entity/types.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { failureText } from './platform-progress.tsx'

const tones = { running: 'processing', active: 'success', failed: 'error' } as const

/** Activated ranges of codes, and the state of each. */
export function ActivationsPanel({ row }: { row: Row }) {
  const t = useT()
  const client = useClient()
  const queries = useQueryClient()
  const feedback = useFeedback()
  const { permissions } = useSession()
  const key = ['entity', 'code/platform-request', 'activations', String(row.id), Number(row.activated)]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      client.call('GET /code/platform-request/:id/activations', { params: { id: row.id }, signal }),
    refetchInterval: query => (query.state.data?.some(one => one.status === 'running') ? 2000 : false),
    staleTime: 0,
  })
  const n = (value: number) => formatNumber(value, t.language)

  const resume = async (activation: number) => {
    await client.call('PUT /code/platform-request/:id/activate/:activation/resume', {
      params: { id: row.id, activation },
    })
    feedback.done(t('code.platform-request.resumed'))
    await queries.invalidateQueries({ queryKey: key })
  }

  return (
    <section className="tm-panel">
      <h3>{t('code.platform-request.activations')}</h3>
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} title={false} paragraph={{ rows: 2 }} />
      ) : data.length === 0 ? (
        <p className="tm-muted">{t('code.platform-request.noActivations')}</p>
      ) : (
        <ul className="tm-activations">
          {data.map(one => (
            <li key={one.id}>
              <strong>
                {n(one.from)} – {n(one.to)}
              </strong>{' '}
              <Tag color={tones[one.status]}>{t(`code.platform-request.activation.${one.status}`)}</Tag>
              {one.status !== 'active' && (
                <span className="tm-muted">
                  {t('code.platform-request.activation.done', { done: n(one.done), n: n(one.to - one.from + 1) })}
                </span>
              )}
              <div>
                {one.productBrand} · {one.productTitle} · {one.productCode}
              </div>
              <div className="tm-muted">
                {one.activityName} · {one.miniPath} · {t(`code.platform-request.miniVersion.${one.miniVersion}`)} ·{' '}
                {formatDateTime(one.createdAt)}
              </div>
              {one.failure && <div className="tm-refusal">{failureText(t, one.failure, one.failureCode)}</div>}
              {one.status === 'failed' && canUse(platformRequest, 'activate', permissions) && (
                <ActionButton
                  size="small"
                  action={{
                    key: 'resume',
                    label: t('code.platform-request.resume'),
                    icon: <PlayCircleOutlined />,
                    run: () => resume(one.id),
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
