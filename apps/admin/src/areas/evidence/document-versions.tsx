import { formatDateTime, formatNumber } from '@timbermark/client'
import { Link } from 'react-router'
import { FileLinks } from '../../entity/values/files-view.tsx'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { BuyersConsent, usePaperVersions } from './buyers-consent.tsx'

/** The number of records that rely on a paper, and its earlier versions. */
export function DocumentVersions({ id }: { id: number }) {
  const t = useT()
  const { can } = useSession()
  const { data, error, refetch } = usePaperVersions(id)
  const recordCount = (n: number) =>
    n === 0
      ? t('evidence.document.noRecords')
      : t('evidence.document.recordsOfVersion', { n: formatNumber(n, t.language) })
  return (
    <section className="tm-panel">
      <h3>{t('evidence.document.records')}</h3>
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 2 }} />
      ) : (
        <>
          <p>
            {data.records > 0 && can('stage:record:list') ? (
              <Link to={`/stage/record?documentId=${id}`}>{recordCount(data.records)}</Link>
            ) : (
              recordCount(data.records)
            )}
          </p>
          <h3>{t('evidence.document.consent.buyers')}</h3>
          <BuyersConsent id={id} version={data.version} name={data.name} consent={data.consent} />
          {data.earlier.length > 0 && <h3>{t('evidence.document.earlier')}</h3>}
          {data.earlier.map(({ version, name, records, replacedAt, file, consent }) => (
            <div key={version}>
              <strong>
                {t('stage.record.versionNumber', { n: version })} · {name}
              </strong>{' '}
              <span className="tm-muted">
                {t('evidence.document.replacedAt', { time: formatDateTime(replacedAt) })} · {recordCount(records)}
              </span>
              <FileLinks files={file} />
              <BuyersConsent id={id} version={version} name={name} consent={consent} />
            </div>
          ))}
        </>
      )}
    </section>
  )
}
