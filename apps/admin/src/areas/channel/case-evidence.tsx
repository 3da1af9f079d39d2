import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatNumber, queryKeys } from '@timbermark/client'
import type { CaseKind } from '@timbermark/contract'
import type { CaseEvidence } from '@timbermark/contract/calls'
import { Alert, Skeleton } from 'antd'
import { LoadFailure } from '../../entity/list-states.tsx'
import { ToneTag } from '../../entity/tone-tag.tsx'
import { useClient, useT } from '../../shell/index.ts'
import { CaseMap } from './case-map.tsx'

interface Props {
  id: number
  kind: CaseKind
  dealer: string | null
}

/** What a case means and rests on: the places and the visits. */
export function CaseEvidenceView({ id, kind, dealer }: Props) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.one('channel/case', String(id)), 'evidence'],
    queryFn: ({ signal }) => client.call('GET /channel/case/:id/evidence', { params: { id: String(id) }, signal }),
    retry: false,
  })
  if (error) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  return (
    <section className="tm-case" aria-label={t('channel.case.evidence')}>
      <Alert type="info" showIcon title={t(`channel.case.what.${kind}`)} />
      <h3>{t('channel.case.evidence')}</h3>
      {dealer && (
        <p>
          {t('channel.case.territories')}{' '}
          {data.territories.length === 0
            ? t('channel.case.noTerritory')
            : data.territories.map(name => <ToneTag key={name}>{name}</ToneTag>)}
        </p>
      )}
      {data.places.length > 0 ? (
        <CaseMap places={data.places} />
      ) : (
        <p className="tm-muted">{t('channel.case.noPlaces')}</p>
      )}
      {data.total > data.visits.length && (
        <p className="tm-muted">
          {t('channel.case.ofMany', {
            n: formatNumber(data.visits.length, t.language),
            total: formatNumber(data.total, t.language),
          })}
        </p>
      )}
      <ol className="tm-case-visits">
        {data.visits.map(visit => (
          <li key={`${visit.at} ${visit.code} ${visit.source}`}>
            <Visit visit={visit} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Visit({ visit }: { visit: CaseEvidence['visits'][number] }) {
  const t = useT()
  return (
    <>
      <div>
        {visit.placeNumber !== null && <span className="tm-case-number">{visit.placeNumber}</span>}
        <strong>{visit.place ?? t('channel.case.noPosition')}</strong>{' '}
        <time dateTime={visit.at}>{formatDateTime(visit.at)}</time>
      </div>
      <div className="tm-muted">
        {[
          t(visit.log === 'scan' ? 'channel.case.scan' : 'channel.case.check'),
          t('channel.case.weight', { n: formatNumber(Math.round(visit.weight * 100), t.language) }),
          t('channel.case.source', { n: formatNumber(visit.source, t.language) }),
        ].join(' · ')}{' '}
        <span className="tm-number">{visit.code}</span>
      </div>
    </>
  )
}
