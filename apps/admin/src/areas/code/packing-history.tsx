import { useQuery } from '@tanstack/react-query'
import { formatDateTime, queryKeys } from '@timbermark/client'
import type { PackingPeriod } from '@timbermark/contract/calls'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useClient, useT } from '../../shell/index.ts'
import { CodeButton } from './packing-contents.tsx'

/** The packages that a code was in, from when to when, and who packed and unpacked it. */
export function PackingHistory({ code, onOpen }: { code: string; onOpen: (code: string) => void }) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.one('code/packing', code), 'history'],
    queryFn: ({ signal }) => client.call('GET /code/packing/history/:code', { params: { code }, signal }),
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} title={false} paragraph={{ rows: 2 }} />
  if (data.length === 0) return <p className="tm-muted">{t('code.packing.neverPacked')}</p>
  return (
    <ol className="tm-packing-tree">
      {data.map(period => (
        <li key={`${period.parentCode} ${period.since} ${period.until}`}>
          <Period period={period} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  )
}

function Period({ period, onOpen }: { period: PackingPeriod; onOpen: (code: string) => void }) {
  const t = useT()
  const { parentCode, codeType, since, until, packedBy, unpackedBy, reason } = period
  const by = until
    ? t('code.packing.byBoth', { packed: packedBy || '–', unpacked: unpackedBy || '–' })
    : t('code.packing.by', { packed: packedBy || '–' })
  return (
    <>
      <div className="tm-packing-row">
        {t(`code.qr.codeType.${codeType}`)} <CodeButton code={parentCode} onOpen={onOpen} />
      </div>
      <div>
        {until
          ? t('code.packing.fromTo', { from: formatDateTime(since), to: formatDateTime(until) })
          : t('code.packing.since', { time: formatDateTime(since) })}
      </div>
      <div className="tm-muted">
        {by}
        {reason && ` · ${reason}`}
      </div>
    </>
  )
}
