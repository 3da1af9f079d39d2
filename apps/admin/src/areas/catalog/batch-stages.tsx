import { useQuery } from '@tanstack/react-query'
import { CheckOutlined } from '@ant-design/icons'
import { type AnswerTo, formatDateTime, formatNumber, queryKeys } from '@timbermark/client'
import { Progress, Skeleton } from 'antd'
import { Link } from 'react-router'
import { LoadFailure } from '../../entity/list-states.tsx'
import { ToneTag } from '../../entity/tone-tag.tsx'
import { toneOf } from '../../entity/tone.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import './batch.css'

/** The 18 stages of a batch in order: which are reported, when, by whom. */
export function BatchStages({ batchId }: { batchId: number }) {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.one('catalog/batch', batchId), 'stages'],
    queryFn: ({ signal }) => client.call('GET /catalog/batch/:id/stages', { params: { id: batchId }, signal }),
  })
  const stages = data ?? []
  const isDone = ({ records }: AnswerTo<'GET /catalog/batch/:id/stages'>[number]) =>
    records.some(({ status }) => status === 'current')
  const done = stages.filter(isDone).length
  const mayOpen = can('stage:record:query')
  return (
    <section className="tm-panel">
      <h3>{t('catalog.batch.stages')}</h3>
      {error ? (
        <LoadFailure error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <>
          <Progress
            percent={stages.length === 0 ? 0 : Math.round((done / stages.length) * 100)}
            format={() => t('catalog.batch.stagesDone', { n: done, all: stages.length })}
            aria-label={t('catalog.batch.stages')}
          />
          <ol className="tm-stages">
            {stages.map(stage => (
              <li key={stage.stage} className={isDone(stage) ? 'tm-stage tm-stage-done' : 'tm-stage'}>
                <span className="tm-stage-mark" aria-hidden>
                  {isDone(stage) ? <CheckOutlined /> : stage.order}
                </span>
                <div className="tm-stage-body">
                  <strong>{t(`stage.${stage.stage}`)}</strong>
                  <span className="tm-visually-hidden">
                    {t(isDone(stage) ? 'catalog.batch.stageDone' : 'catalog.batch.stageOpen')}
                  </span>
                  {stage.records.map(record => (
                    <p key={record.recordId}>
                      {mayOpen ? (
                        <Link to={`/stage/record?view=${record.recordId}`}>{formatDateTime(record.recordedAt)}</Link>
                      ) : (
                        formatDateTime(record.recordedAt)
                      )}{' '}
                      {record.enterprise} · {record.operator} ·{' '}
                      {t('stage.record.codeCount', { n: formatNumber(record.codes, t.language) })}{' '}
                      {(record.status !== 'current' || record.version > 1) && (
                        <ToneTag tone={toneOf(record.status)}>
                          {t(`stage.record.status.${record.status}`)} ·{' '}
                          {t('stage.record.versionNumber', { n: record.version })}
                        </ToneTag>
                      )}
                    </p>
                  ))}
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
