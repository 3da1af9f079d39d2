import { CheckOutlined, FormOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AnswerTo, formatDate, formatDateTime, formatHours, formatNumber, queryKeys } from '@timbermark/client'
import { Alert, Button, Progress } from 'antd'
import { Link, useNavigate } from 'react-router'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { type Tone, toneOf } from '../../entity/values/tone.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import './batch.css'

type Picture = AnswerTo<'GET /catalog/batch/:id/stages'>
type StageRow = Picture['stages'][number]

/** The stages of a batch in the order of its circulation: done, missing, late and next ones, with reporters and times. */
export function BatchStages({ batchId }: { batchId: number }) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.one('catalog/batch', batchId), 'stages'],
    queryFn: ({ signal }) => client.call('GET /catalog/batch/:id/stages', { params: { id: batchId }, signal }),
  })
  return (
    <section className="tm-panel">
      <h3>{t('catalog.batch.stages')}</h3>
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 6 }} />
      ) : (
        <>
          <CirculationNotice batchId={batchId} picture={data} />
          <StageProgress stages={data.stages} />
          <p className="tm-muted">
            {t('catalog.batch.labelsInUse', {
              n: formatNumber(data.labels.inUse, t.language),
              all: formatNumber(data.labels.made, t.language),
            })}
          </p>
          <p className="tm-muted">{t('catalog.batch.quantitiesHelp')}</p>
          <ol className="tm-stages">
            {data.stages.map(stage => (
              <Stage key={stage.stage} batchId={batchId} stage={stage} all={data.quantities} />
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

function StageProgress({ stages }: { stages: readonly StageRow[] }) {
  const t = useT()
  const all = stages.filter(({ state }) => state !== 'outside' && state !== 'skipped')
  const done = all.filter(({ state }) => state === 'done').length
  return (
    <Progress
      percent={all.length === 0 ? 0 : Math.round((done / all.length) * 100)}
      format={() => t('catalog.batch.stagesDone', { n: done, all: all.length })}
      aria-label={t('catalog.batch.stages')}
    />
  )
}

/** The circulation of the batch; when it has changed since, a button that adopts the change. */
function CirculationNotice({ batchId, picture: { circulation } }: { batchId: number; picture: Picture }) {
  const t = useT()
  const client = useClient()
  const queries = useQueryClient()
  const feedback = useFeedback()
  const { can } = useSession()
  if (!circulation) return <p className="tm-muted">{t('catalog.batch.noCirculation')}</p>
  const adoptChange = () =>
    feedback.ask({
      title: t('catalog.batch.followCirculationTitle'),
      text: t('catalog.batch.followCirculationText'),
      ok: t('catalog.batch.followCirculation'),
      run: async () => {
        try {
          await client.call('PUT /catalog/batch/:id/circulation', {
            params: { id: batchId },
            body: { circulationId: circulation.id },
          })
          feedback.done()
        } catch (error) {
          feedback.fail(error)
        }
        await queries.invalidateQueries({ queryKey: queryKeys.entity('catalog/batch') })
      },
    })
  return (
    <>
      <p>{t('catalog.batch.goesBy', { name: circulation.name })}</p>
      {circulation.changed && (
        <Alert
          type="info"
          showIcon
          className="tm-form-problems"
          title={t('catalog.batch.circulationChanged')}
          action={
            can('catalog:batch:edit') && (
              <Button size="small" onClick={adoptChange}>
                {t('catalog.batch.followCirculation')}
              </Button>
            )
          }
        />
      )}
    </>
  )
}

const tones: Partial<Record<StageRow['state'], Tone>> = {
  next: 'processing',
  missing: 'error',
  outside: 'warning',
}

function Stage({ batchId, stage, all }: { batchId: number; stage: StageRow; all: Picture['quantities'] }) {
  const t = useT()
  const { state } = stage
  // Without the permission to list records only the state of a stage is shown.
  const records = stage.records ?? []
  const more = (stage.recordCount ?? 0) - records.length
  const name = t(`stage.${stage.stage}`)
  const stateText = {
    done: t('catalog.batch.stageDone'),
    next: t('catalog.batch.stageNext'),
    open: t('catalog.batch.stageOpen'),
    skipped: t('catalog.batch.stageSkipped'),
    missing: t('catalog.batch.stageMissing'),
    outside: t('catalog.batch.stageOutside'),
  }[state]
  const isDone = state === 'done' || state === 'outside'
  return (
    <li
      className={['tm-stage', isDone && 'tm-stage-done', state === 'next' && 'tm-stage-next'].filter(Boolean).join(' ')}
    >
      <span className="tm-stage-mark" aria-hidden>
        {isDone ? <CheckOutlined /> : stage.order}
      </span>
      <div className="tm-stage-body">
        <span className="tm-stage-title">
          <strong>{name}</strong>
          {tones[state] || state === 'skipped' ? (
            <ToneTag tone={tones[state] ?? 'default'}>{stateText}</ToneTag>
          ) : (
            <span className="tm-visually-hidden">{stateText}</span>
          )}
          {stage.late && <ToneTag tone="error">{t('catalog.batch.stageLate')}</ToneTag>}
        </span>
        {!isDone && <Expected stage={stage} />}
        {stage.tookHours !== null && (
          <p className="tm-muted">{t('catalog.batch.stageTook', { time: formatHours(stage.tookHours, t.language) })}</p>
        )}
        {isDone && stage.reported && <Reported reported={stage.reported} all={all} />}
        {records.map(record => (
          <RecordLine key={record.recordId} record={record} />
        ))}
        {more > 0 && <p className="tm-muted">{t('catalog.batch.stageMore', { n: formatNumber(more, t.language) })}</p>}
        {!isDone && stage.may && <Report batchId={batchId} stage={stage} />}
      </div>
    </li>
  )
}

/** How much of the batch was reported at a stage. What the batch has none of is left out. */
function Reported({ reported, all }: { reported: Picture['quantities']; all: Picture['quantities'] }) {
  const t = useT()
  const number = (n: number) => formatNumber(n, t.language)
  const cubicMetres = (n: number) => formatNumber(n, t.language, { maximumFractionDigits: 3 })
  const counted = (['items', 'packages', 'containers'] as const)
    .filter(key => all[key] + reported[key] > 0)
    .map(key => t(`catalog.batch.${key}Reported`, { n: number(reported[key]), all: number(all[key]) }))
  const volume =
    reported.volume === null
      ? []
      : [
          all.volume === null
            ? t('catalog.batch.volumeStated', { n: cubicMetres(reported.volume) })
            : t('catalog.batch.volumeReported', { n: cubicMetres(reported.volume), all: cubicMetres(all.volume) }),
        ]
  return <p>{[...counted, ...volume].join(' · ')}</p>
}

/** Leads to the report of a stage: the form at a desk, the phone page on a phone; or to the authorizations. */
function Report({ batchId, stage: { stage, state, mine } }: { batchId: number; stage: StageRow }) {
  const t = useT()
  const { can } = useSession()
  const isNext = state === 'next' || state === 'missing'
  const buttonProps = {
    size: 'small',
    type: isNext ? 'primary' : 'default',
    icon: <FormOutlined />,
    'aria-label': `${t('catalog.batch.reportStage')}: ${t(`stage.${stage}`)}`,
    children: t('catalog.batch.reportStage'),
  } as const
  const navigate = useNavigate()
  if (mine && can('stage:record:enter') && can('stage:record:list'))
    return (
      <p>
        <Button {...buttonProps} onClick={() => navigate(`/stage/record?add=batch:${batchId}:${stage}`)} />
      </p>
    )
  if (mine && can('stage:record:report'))
    return (
      <p>
        <Button {...buttonProps} href={`/h5/operationLink?stage=${stage}`} />
      </p>
    )
  if (!isNext || !can('stage:authorization:list')) return null
  return (
    <p>
      <Link to={`/stage/authorization?stage=${stage}`}>{t('catalog.batch.whoReports')}</Link>
    </p>
  )
}

/** The plan of an unreported stage: whether it is required, when it is due, and who is responsible. */
function Expected({ stage }: { stage: StageRow }) {
  const t = useT()
  const requirement = !stage.required
    ? t('catalog.batch.stageOptional')
    : stage.optional
      ? t('stage.circulation.skippable')
      : t('catalog.batch.stageRequired')
  const parts = [
    requirement,
    stage.due && t('catalog.batch.stageDue', { time: formatDate(stage.due) }),
    stage.responsible && t('catalog.batch.stageWho', { name: stage.responsible }),
  ]
  return <p className="tm-muted">{parts.filter(Boolean).join(' · ')}</p>
}

function RecordLine({ record }: { record: NonNullable<StageRow['records']>[number] }) {
  const t = useT()
  const { can } = useSession()
  const time = formatDateTime(record.recordedAt)
  return (
    <p>
      {can('stage:record:query') ? <Link to={`/stage/record?view=${record.recordId}`}>{time}</Link> : time}{' '}
      {record.enterprise} · {record.operator} ·{' '}
      {t('stage.record.codeCount', { n: formatNumber(record.codes, t.language) })}{' '}
      {(record.status !== 'current' || record.version > 1) && (
        <ToneTag tone={toneOf(record.status)}>
          {t(`stage.record.status.${record.status}`)} · {t('stage.record.versionNumber', { n: record.version })}
        </ToneTag>
      )}
    </p>
  )
}
