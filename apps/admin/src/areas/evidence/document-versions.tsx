import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatNumber, queryKeys } from '@timbermark/client'
import { document, keyOf } from '@timbermark/contract'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { FileLinks } from '../../entity/files-view.tsx'
import { LoadFailure } from '../../entity/list-states.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'

/** How many records rely on a paper, and what its earlier versions were. */
export function DocumentVersions({ id }: { id: number }) {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.one(keyOf(document), id), 'versions'],
    queryFn: ({ signal }) => client.call('GET /evidence/document/:id/versions', { params: { id }, signal }),
  })
  const counted = (n: number) =>
    n === 0
      ? t('evidence.document.noRecords')
      : t('evidence.document.recordsOfVersion', { n: formatNumber(n, t.language) })
  return (
    <section className="tm-panel">
      <h3>{t('evidence.document.records')}</h3>
      {error ? (
        <LoadFailure error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 2 }} />
      ) : (
        <>
          <p>
            {data.records > 0 && can('stage:record:list') ? (
              <Link to={`/stage/record?documentId=${id}`}>{counted(data.records)}</Link>
            ) : (
              counted(data.records)
            )}
          </p>
          {data.earlier.length > 0 && <h3>{t('evidence.document.earlier')}</h3>}
          {data.earlier.map(({ version, name, records, replacedAt, file }) => (
            <div key={version}>
              <strong>
                {t('stage.record.versionNumber', { n: version })} · {name}
              </strong>{' '}
              <span className="tm-muted">
                {t('evidence.document.replacedAt', { time: formatDateTime(replacedAt) })} · {counted(records)}
              </span>
              <FileLinks files={file} />
            </div>
          ))}
        </>
      )}
    </section>
  )
}
