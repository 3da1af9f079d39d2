import { emptyJobLog, removeJobRuns } from '@timbermark/contract/calls'
import { jobLog, type Language, type RowOf } from '@timbermark/contract'
import { readingOf } from '../../../entity/read-rows.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { phraseIn, word } from '../../../entity/words.ts'
import { idsOf } from '../../../entity/write.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { TaskFacts } from './run-task.ts'

type LogRow = Omit<RowOf<typeof jobLog>, 'message'> & {
  facts: TaskFacts
  errorKey: string | null
  fault: string | null
  minutes: number
  [column: string]: unknown
}

/** Result of a run as a sentence. */
function messageOf(language: Language, { status, task, facts, errorKey, fault, minutes }: LogRow): string | null {
  const withFacts = (text: string | undefined) =>
    text?.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? 0))
  if (status === 'done') return withFacts(phraseIn(language, `monitor.job.result.${task}`)) ?? null
  const progress = status === 'running' && Object.keys(facts).length > 0
  if (progress) {
    const text = withFacts(phraseIn(language, `monitor.job.progress.${task}`))
    if (text) return text
  }
  if (status === 'failed' && errorKey !== null)
    return word(language, `error.${errorKey}`).replace('{label}', word(language, 'monitor.job.taskArgs'))
  if (status === 'failed') return fault
  return word(language, `monitor.job-log.told.${status}`).replace('{minutes}', String(minutes))
}

const reading = readingOf(jobLog, {
  table: 'task_run',
  // Rows belong to no enterprise: row security shows them to the platform only.
  shared: true,
  columns: { message: 'computedInCode' },
  more: sql`t.job_id as "jobId", t.facts, t.error_key as "errorKey", t.fault, t.timeout_minutes as minutes`,
  order: sql`t.start_time desc, t.id desc`,
  toRows: (rows: LogRow[], { language }) =>
    rows.map(({ facts, errorKey, fault, minutes, ...row }) => ({
      ...row,
      message: messageOf(language, { facts, errorKey, fault, minutes, ...row } as LogRow),
    })),
})

const ended = sql`status not in ('queued', 'running')`

/** The job log, for the platform only: the result of each run. */
export const jobLogRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Job log, newest first' }),
  serve(removeJobRuns, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const ids = idsOf(params.ids)
      const removed = await db.execute(sql`delete from task_run where id = any(${ids}::bigint[]) and ${ended}`)
      if (removed !== ids.length) throw new Refusal('notFound')
      return { removed }
    }),
  ),
  serve(emptyJobLog, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, async db => ({
      removed: await db.execute(
        sql`delete from task_run where start_time <= now() - make_interval(days => ${query.days}) and ${ended}`,
      ),
    })),
  ),
]
