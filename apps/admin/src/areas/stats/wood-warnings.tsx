import { useQuery } from '@tanstack/react-query'
import type { AnswerTo } from '@timbermark/client'
import { waitingItems } from '@timbermark/contract'
import { LoadingOrFailure, NoPermission } from '../../entity/list/list-states.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { WaitingLine } from './waiting-list.tsx'
import '../../entity/entity.css'
import './dashboard.css'

type Line = AnswerTo<'GET /material/warning'>['lines'][number]

/** Wood that does not add up, with the people who may act. */
export default function WoodWarningsScreen() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const mayList = can('material:warning:list')
  const { data, error, refetch } = useQuery({
    queryKey: ['material', 'warning'],
    queryFn: ({ signal }) => client.call('GET /material/warning', { signal }),
    // Something may have been done a moment ago on another screen.
    staleTime: 0,
    enabled: mayList,
    meta: { silent: true },
  })
  if (!mayList) return <NoPermission />
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 6 }} />
  return (
    <div className="tm-dashboard">
      <h2 className="tm-visually-hidden">{t('menu.material.warning')}</h2>
      <section className="tm-tile-box tm-waiting" aria-label={t('menu.material.warning')}>
        {data.lines.length === 0 ? (
          <p className="tm-muted">{t('material.warning.nothing')}</p>
        ) : (
          <>
            <p className="tm-muted">{t('material.warning.about')}</p>
            <ul className="tm-waiting-rows">
              {data.lines.map(line => (
                <li key={line.key} className="tm-waiting-row">
                  <WaitingLine line={line} />
                  <People line={line} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  )
}

function People({ line: { key, people, morePeople } }: { line: Line }) {
  const t = useT()
  if (!waitingItems[key].may) return <p className="tm-waiting-people tm-muted">{t('material.warning.operator')}</p>
  const names = new Intl.ListFormat(t.locale, { type: 'unit' }).format(
    people.map(({ name, role }) => t('material.warning.person', { name, role })),
  )
  return (
    <p className="tm-waiting-people tm-muted">
      {people.length === 0
        ? t('material.warning.nobody')
        : t(morePeople ? 'material.warning.whoMore' : 'material.warning.who', { names })}
    </p>
  )
}
