import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AnswerTo, formatDateTime, formatNumber, reasonText } from '@timbermark/client'
import { Alert, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { canUse } from '../../../entity/actions/permissions.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { division } from '@timbermark/contract'
import { useClient, useSession, useT } from '../../../shell/index.ts'

/** The latest synchronization as the server answers it. */
type SyncJob = AnswerTo<'GET /system/division/sync/:id'>

export interface Sync {
  job: SyncJob | null | undefined
  running: boolean
  /** Whether it ended while this page was open. */
  ended: boolean
  start: () => Promise<void>
}

const isRunning = (job: SyncJob | null | undefined) => job?.status === 'queued' || job?.status === 'running'
const key = ['entity', 'system/division', 'sync']

/** The synchronization of the divisions: it runs on the server, so the page can be left and opened again meanwhile. */
export function useSync(): Sync {
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const t = useT()
  const { permissions } = useSession()
  const { data: job, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.call('GET /system/division/sync', { signal }),
    enabled: canUse(division, 'sync', permissions),
    refetchInterval: query => (isRunning(query.state.data) ? 1500 : false),
  })
  const running = isRunning(job)
  const wasRunning = useRef(running)
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    if (wasRunning.current && !running) {
      setEnded(true)
      if (job?.status === 'done') feedback.done(t('system.division.synced'))
      void queries.invalidateQueries({ queryKey: ['entity', 'system/division'] })
    }
    wasRunning.current = running
  }, [running, job?.status, feedback, queries, t])
  return {
    job,
    running,
    ended,
    start: async () => {
      await client.call('POST /system/division/sync')
      await refetch()
    },
  }
}

/** The progress of the synchronization, or its result. */
export function SyncPanel({ sync: { job, running, ended } }: { sync: Sync }) {
  const t = useT()
  if (!job || (!running && !ended)) return null
  if (job.status === 'failed')
    return (
      <Alert
        type="error"
        showIcon
        closable
        title={t('system.division.syncFailed')}
        description={job.error && reasonText(t, job.error)}
      />
    )
  if (!running)
    return (
      <Alert
        type="success"
        showIcon
        closable
        className="tm-form-problems"
        title={t('system.division.synced')}
        description={formatDateTime(job.finishedAt)}
      />
    )
  const percent = Math.min(99, Math.floor(job.progress * 100))
  const number = (n: number | null) => formatNumber(n ?? 0, t.language)
  return (
    <div role="status" className="tm-sync">
      <Progress percent={percent} status="active" aria-label={t('action.sync')} />
      <p className="tm-muted">
        {t(job.status === 'queued' ? 'system.division.syncQueued' : 'system.division.syncRunning')}{' '}
        {job.total ? t('system.division.syncCount', { done: number(job.done), total: number(job.total) }) : ''}
      </p>
    </div>
  )
}
