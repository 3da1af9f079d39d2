import { sendTestMail, serverHistory, serverState } from '@timbermark/contract/calls'
import type { ProcessFigures } from '@timbermark/contract/calls'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { MailError, sendMail } from '../../../platform/mail/mail.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadMailState, buildTestMail } from '../../system/notice/operator-mail.ts'
import { readRequestNumbers } from './request-numbers.ts'
import { processId, silentSeconds } from './heartbeat.ts'

interface ProcessRow {
  id: string
  machine: string
  pid: number
  web: boolean
  worker: boolean
  version: string
  node: string
  startedAt: Date
  seenAt: Date
  alive: boolean
  figures: ProcessFigures
}

/** All processes with a heartbeat within the last hour, this one first. */
export async function readProcesses(db: Db) {
  const rows = await db.query<ProcessRow>(sql`
    select id, machine, pid, web, worker, version, node, started_at as "startedAt", seen_at as "seenAt",
      seen_at > now() - make_interval(secs => ${silentSeconds}) as alive, figures
    from server_process where seen_at > now() - interval '1 hour' order by id <> ${processId}, started_at`)
  return rows.map(row => ({ ...row, own: row.id === processId }))
}

/** Statistics of the database as the worker's role sees them: counts of other roles, never their statements. */
export async function readDatabase(db: Db) {
  const base = await db.one<{
    version: string
    startedAt: Date
    size: number
    most: number
    committed: number
    rolledBack: number
    deadlocks: number
    hitRate: number
    locksWaited: number
  }>(sql`
    select current_setting('server_version') as version, pg_postmaster_start_time() as "startedAt", pg_database_size(current_database()) as size,
      current_setting('max_connections')::int as most, xact_commit as committed, xact_rollback as "rolledBack", deadlocks,
      coalesce(round(blks_hit::numeric / nullif(blks_hit + blks_read, 0), 4), 1)::float8 as "hitRate",
      (select count(*)::int from pg_locks where not granted) as "locksWaited"
    from pg_stat_database where datname = current_database()`)
  const seen = await db.one<{
    all: number
    active: number
    idle: number
    inTransaction: number
    waiting: number
    longestTransaction: number
  }>(sql`
    select count(*)::int as all, (count(*) filter (where state = 'active'))::int as active, (count(*) filter (where state = 'idle'))::int as idle,
      (count(*) filter (where state like 'idle in transaction%'))::int as "inTransaction", (count(*) filter (where wait_event_type = 'Lock'))::int as waiting,
      coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::float8 as "longestTransaction"
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
  const tables = await db.query<{ name: string; size: number; rows: number }>(sql`
    select coalesce(parent.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::bigint as size, sum(greatest(c.reltuples, 0))::bigint as rows
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 2 desc limit 12`)
  const { most, ...figures } = base
  const { longestTransaction, ...connections } = seen
  return {
    ...figures,
    longestTransaction: Math.max(0, longestTransaction),
    connections: { ...connections, most },
    tables,
  }
}

/** What waits, for a process and for the ledger. */
export async function readQueues(db: Db) {
  const jobs = await db.query<{ name: string; waiting: number; running: number; failing: number }>(sql`
    select t.identifier as name, (count(*) filter (where j.locked_at is null and j.run_at <= now()))::int as waiting,
      (count(*) filter (where j.locked_at is not null))::int as running, (count(*) filter (where j.last_error is not null))::int as failing
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id group by 1 order by 1`)
  const waits = await db.one<{
    ordered: number
    oldest: number
    ledger: number
    ledgerOldest: number
    ledgerSize: number
  }>(sql`
    select (select count(*)::int from job_outbox) as ordered,
      coalesce(extract(epoch from now() - least((select min(queued_at) from job_outbox),
        (select min(run_at) from graphile_worker._private_jobs where locked_at is null and run_at <= now()))), 0)::float8 as oldest,
      (select count(*)::int from ledger_queue) as ledger,
      coalesce(extract(epoch from now() - (select min(queued_at) from ledger_queue)), 0)::float8 as "ledgerOldest",
      coalesce((select max(size) from ledger_checkpoint), 0)::bigint as "ledgerSize"`)
  return { ...waits, oldest: Math.max(0, waits.oldest), ledgerOldest: Math.max(0, waits.ledgerOldest), jobs }
}

interface Point {
  at: Date
  machineCpu: number
  memory: number
  loopMost: number
  connections: number
  jobs: number
}

/** One day in steps of ten minutes, the highest value of all processes. */
const readHistory = (database: Database) =>
  database.readAcrossTenants<Point>(
    'monitor',
    sql`
      select to_timestamp(floor(extract(epoch from at) / 600) * 600) as at,
        max((figures ->> 'machineCpu')::float8) as "machineCpu",
        max(1 - (figures ->> 'memoryFree')::float8 / nullif((figures ->> 'memoryTotal')::float8, 0)) as memory,
        max((figures ->> 'loopMost')::float8) as "loopMost", max((figures ->> 'connections')::float8) as connections, max((figures ->> 'jobs')::float8) as jobs
      from server_sample where at > now() - interval '24 hours' group by 1 order by 1`,
  )

/** The server monitor, for the platform only. It shows no folders, settings or start arguments. */
export const serverStateRoutes: RouteSpec[] = [
  serve(serverState, async ({ services }) => {
    const state = await services.database.acrossTenants('monitor', async db => ({
      processes: await readProcesses(db),
      database: await readDatabase(db),
      queues: await readQueues(db),
      requestNumbers: await readRequestNumbers(db),
      mail: await loadMailState(services, db),
    }))
    return { ...state, alarms: await services.alarms.all() }
  }),
  serve(sendTestMail, async ({ services: { settings } }) => {
    const { mail } = settings
    if (!mail) throw new Refusal('monitor.mail.off')
    try {
      await sendMail(mail, buildTestMail(mail.language, settings.publicUrl))
    } catch (error) {
      throw error instanceof MailError ? new Refusal(`monitor.mail.${error.fault}`) : error
    }
    return { to: mail.to.length }
  }),
  serve(serverHistory, async ({ services }) => ({ points: await readHistory(services.database) })),
]
