import { useQuery } from '@tanstack/react-query'
import { formatNumber, queryKeys } from '@timbermark/client'
import { labelStates } from '@timbermark/contract'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { LabelStateTag } from '../../entity/values/label-state-tag.tsx'

/** How many labels of a request are in which state, and a warning when unused ones were scanned. */
export function LabelCounts({ requestId }: { requestId: string }) {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const { data } = useQuery({
    queryKey: [...queryKeys.entity('code/label'), 'counts', requestId],
    queryFn: ({ signal }) => client.call('GET /code/label/counts/:id', { params: { id: requestId }, signal }),
  })
  if (!data) return null
  const number = (n: number) => formatNumber(n, t.language)
  return (
    <section className="tm-label-counts" aria-label={t('code.label.counts')}>
      {labelStates.values.map(state => (
        <span key={state}>
          <LabelStateTag state={state} /> <strong className="tm-number">{number(data[state])}</strong>
        </span>
      ))}
      {data.delivered > 0 && <p className="tm-muted">{t('code.label.unaccounted', { n: number(data.delivered) })}</p>}
      {data.scannedUnused > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('code.label.scannedUnused', { n: number(data.scannedUnused) })}
          description={data.scannedGone > 0 && t('code.label.scannedGone', { n: number(data.scannedGone) })}
          action={can('trace:scan-log:list') && <Link to="/trace/scan-log">{t('menu.trace.scan-log')}</Link>}
        />
      )}
    </section>
  )
}
