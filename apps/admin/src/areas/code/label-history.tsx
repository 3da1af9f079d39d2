import { useQuery } from '@tanstack/react-query'
import { formatDateTime, queryKeys } from '@timbermark/client'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { LabelStateTag } from '../../entity/values/label-state-tag.tsx'

/** What happened to the label of a code, the last act first. */
export function LabelHistory({ code }: { code: string }) {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const { data } = useQuery({
    queryKey: [...queryKeys.entity('code/label'), 'history', code],
    queryFn: ({ signal }) => client.call('GET /code/label/history', { query: { code }, signal }),
    enabled: can('code:label:list'),
  })
  if (!data) return null
  return (
    <section className="tm-panel" aria-label={t('code.label.history')}>
      <h3>{t('code.label.history')}</h3>
      {data.length === 0 && <LabelStateTag state="made" />}
      <ul className="tm-life">
        {data.map(({ id, verb, state, cause, reason, note, operator, recordedAt }) => (
          <li key={id}>
            <LabelStateTag state={state} /> {t(`code.label.verb.${verb}`)}
            {cause && ` · ${t(`code.label.cause.${cause}`)}`}
            {reason && ` · ${t(`code.label.reason.${reason}`)}`}
            {note && ` · ${note}`}
            <div className="tm-muted">
              <span className="tm-number">{formatDateTime(recordedAt)}</span> · {operator}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
