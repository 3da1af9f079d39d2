import { ClearOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@timbermark/client'
import { cacheNames } from '@timbermark/contract'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { LoadingOrFailure, NoPermission } from '../../entity/list/list-states.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { FigureTable } from './figure-table.tsx'
import { useUnits } from './use-units.ts'
import '../../entity/entity.css'
import './monitor.css'

/** The caches of the processes, by name and size; each can be emptied. */
export default function CacheScreen() {
  const { can } = useSession()
  return can('monitor:cache:list') ? <Caches /> : <NoPermission />
}

function Caches() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { can } = useSession()
  const { number, percent } = useUnits()
  const { data, error, refetch } = useQuery({
    queryKey: ['monitor', 'cache'],
    queryFn: ({ signal }) => client.call('GET /monitor/cache', { signal }),
    refetchInterval: 10_000,
    meta: { silent: true },
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 8 }} />
  return (
    <div className="tm-monitor">
      <p className="tm-muted">{t('monitor.cache.about')}</p>
      <div className="tm-mon-grid">
        {cacheNames.map(name => {
          const title = t(`monitor.cache.name.${name}`)
          const cleared = data.cleared[name]
          return (
            <section key={name} className="tm-mon-box">
              <h3>{title}</h3>
              <p className="tm-muted">{t(`monitor.cache.about.${name}`)}</p>
              <FigureTable
                caption={title}
                heads={[
                  t('monitor.cache.process'),
                  t('monitor.cache.entries'),
                  t('monitor.cache.hits'),
                  t('monitor.cache.misses'),
                  t('monitor.cache.hitRate'),
                ]}
                rows={data.processes.flatMap(({ id, machine, pid, caches }) => {
                  const figures = caches[name]
                  if (!figures) return []
                  const { entries, hits, misses } = figures
                  const lookups = hits + misses
                  return [
                    {
                      key: id,
                      cells: [
                        `${machine} · ${pid}`,
                        number(entries),
                        number(hits),
                        number(misses),
                        lookups > 0 ? percent(hits / lookups) : '–',
                      ],
                    },
                  ]
                })}
              />
              <div className="tm-mon-foot">
                <span className="tm-muted">
                  {t('entity.said', {
                    label: t('monitor.cache.cleared'),
                    value: cleared ? formatDateTime(cleared) : '–',
                  })}
                </span>
                {can('monitor:cache:remove') && (
                  <ActionButton
                    size="small"
                    action={{
                      key: 'clear',
                      label: t('monitor.cache.clear'),
                      icon: <ClearOutlined />,
                      danger: true,
                      confirm: {
                        title: t('monitor.cache.clearTitle', { name: title }),
                        text: t('monitor.cache.clearText'),
                        ok: t('monitor.cache.clear'),
                      },
                      run: async () => {
                        await client.call('DELETE /monitor/cache/:name', { params: { name } })
                        feedback.done(t('monitor.cache.done', { name: title }))
                        await refetch()
                      },
                    }}
                  />
                )}
              </div>
            </section>
          )
        })}
      </div>
    </div>
  )
}
