import { useQuery } from '@tanstack/react-query'
import { formatDateTime, queryKeys } from '@timbermark/client'
import { keyOf, plot, type StageKey } from '@timbermark/contract'
import { Link } from 'react-router'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'

/** Records shown at once; the list of records has all. */
const most = 20

interface NamingRecord {
  id: number
  stage: StageKey
  batchNumber: string
  recordedAt: string
}

/** The current records that name a plot, among those that the reader may list. */
export function PlotRecords({ id }: { id: number }) {
  const t = useT()
  const { can } = useSession()
  return can('stage:record:list') ? (
    <>
      <h3>{t('material.plot.records')}</h3>
      <NamingRecords id={id} />
    </>
  ) : null
}

function NamingRecords({ id }: { id: number }) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.one(keyOf(plot), id), 'records'],
    queryFn: ({ signal }) =>
      client.list<NamingRecord>('/stage/record/list', { plotId: id, status: 'current', limit: most }, { signal }),
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 2 }} />
  if (data.rows.length === 0) return <p>{t('material.plot.noRecords')}</p>
  return (
    <>
      <ul>
        {data.rows.map(record => (
          <li key={record.id}>
            <Link to={`/stage/record?view=${record.id}`}>
              {record.batchNumber} · {t(`stage.${record.stage}`)}
            </Link>{' '}
            <span className="tm-muted">{formatDateTime(record.recordedAt)}</span>
          </li>
        ))}
      </ul>
      {data.total > most && (
        <Link to={`/stage/record?plotId=${id}`}>{t('material.plot.allRecords', { n: data.total })}</Link>
      )}
    </>
  )
}
