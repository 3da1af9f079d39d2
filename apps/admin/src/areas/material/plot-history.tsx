import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatNumber, queryKeys } from '@timbermark/client'
import { keyOf, plot } from '@timbermark/contract'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useClient, useT } from '../../shell/index.ts'
import { PlotOutline } from './plot-outline.tsx'

/** What a plot overlaps, and its earlier shapes. */
export function PlotHistory({ id, name }: { id: number; name: string }) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.one(keyOf(plot), id), 'history'],
    queryFn: ({ signal }) => client.call('GET /material/plot/:id/history', { params: { id }, signal }),
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 2 }} />
  const hectares = (area: string) => t('material.plot.overlapOf', { area: formatNumber(Number(area), t.language) })
  return (
    <>
      <h3>{t('material.plot.overlapping')}</h3>
      {data.overlaps.length === 0 && <p>{t('material.plot.noOverlaps')}</p>}
      <ul>
        {data.overlaps.map(({ id: other, name: otherName, foreign, area }, at) => (
          <li key={other ?? `hidden ${at}`}>
            {foreign ? t('material.plot.overlapForeign') : (otherName ?? t('material.plot.overlapHidden'))}
            {area !== null && ` · ${hectares(area)}`}
          </li>
        ))}
      </ul>
      {data.earlier.length > 0 && <h3>{t('material.plot.earlier')}</h3>}
      {data.earlier.map(
        ({ version, geometry, replacedAt, replacedBy, worstAccuracy: worst, medianAccuracy: median }) => {
          const time = formatDateTime(replacedAt)
          return (
            <div key={version}>
              <strong>{t('stage.record.versionNumber', { n: version })}</strong>{' '}
              <span className="tm-muted">
                {replacedBy
                  ? t('material.plot.replacedAt', { time, name: replacedBy })
                  : t('material.plot.replacedOn', { time })}
              </span>
              {worst !== null && median !== null && (
                <span className="tm-muted"> · {t('material.plot.walkedWith', { median, worst })}</span>
              )}
              <PlotOutline geometry={geometry} name={name} />
            </div>
          )
        },
      )}
    </>
  )
}
