import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { ProcessFigures } from '@timbermark/contract/calls'
import { clearCache } from '../../../platform/concurrency/caches.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Poller } from '../../../platform/jobs/poller.ts'
import type { Services } from '../../../platform/services.ts'
import { tellAlarms } from './alarm-notices.ts'
import { loadCrowding } from './crowding.ts'
import { checkRequestNumbers } from './request-numbers.ts'
import { Measure, version } from './measure.ts'

declare module '../../../platform/services.ts' {
  interface Services {
    /** Requests that this process has answered. */
    served: { count: number }
  }
}

/** Interval of the heartbeat, milliseconds. */
const beatMs = 10_000
/** Every so many heartbeats one is stored in the history. */
const sampleBeats = 6
/** A process without heartbeat for so long counts as gone; after an hour it is removed. */
export const silentSeconds = 35
const historyHours = 25

/** Id of this process. */
export const processId = randomUUID()

/** Writes the heartbeat, empties caches on order, and stores the history of a day. */
export function startHeartbeat(services: Services, ms = beatMs): { stop(): Promise<void> } {
  const { database, settings } = services
  const measure = new Measure(services)
  const started = new Date(Date.now() - process.uptime() * 1000)
  /** When each cache was last emptied here. Orders from before the start of this process are ignored. */
  const cleared = new Map<string, Date>()
  let beats = 0
  const pulse = new Poller(ms, services.log, async () => {
    const figures = await measure.take()
    const sample = beats++ % sampleBeats === 0
    const { clears, crowded } = await database.acrossTenants('monitor', async db => {
      await db.execute(sql`
        insert into server_process (id, machine, pid, web, worker, version, node, started_at, figures)
        values (${processId}, ${hostname().slice(0, 100)}, ${process.pid}, ${settings.web}, ${settings.worker}, ${version}, ${process.version},
          ${started}, ${JSON.stringify(figures)}::jsonb)
        on conflict (id) do update set seen_at = now(), figures = excluded.figures`)
      if (sample) await storeSample(db, figures)
      const clears = await db.query<{ name: string; at: Date }>(sql`select name, cleared_at as at from cache_clear`)
      return { clears, crowded: await loadCrowding(db) }
    })
    if (crowded) services.alarms.raise('databaseConnections', crowded)
    else services.alarms.clear('databaseConnections')
    // Compared here, not in the database, whose timestamps are finer: each would seem later than itself.
    for (const { name, at } of clears) {
      const known = cleared.get(name)
      // After the clock was set back, a later order has an earlier time: after the first one, any other time is an order.
      if (known ? at.getTime() === known.getTime() : at <= started) continue
      await clearCache(database, name)
      cleared.set(name, at)
    }
    // Every process reports its alarms: a full disk or an undeclared proxy may concern only a process without jobs.
    if (sample) {
      await checkRequestNumbers(services)
      await tellAlarms(services)
    }
  })
  void pulse.now()
  return {
    async stop() {
      await pulse.stop()
      measure.stop()
      await database
        .acrossTenants('monitor', db => db.execute(sql`delete from server_process where id = ${processId}`))
        .catch(() => {})
    },
  }
}

/** Stores one minute of the history; the first process in a minute removes what is too old. */
async function storeSample(db: Db, figures: ProcessFigures): Promise<void> {
  const { slow: _slow, caches: _caches, replica: _replica, ...numbers } = figures
  const { connections, jobs } = await db.one<{ connections: number; jobs: number }>(sql`
    select (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
           (select count(*)::int from graphile_worker._private_jobs) + (select count(*)::int from job_outbox) as jobs`)
  await db.execute(sql`
    insert into server_sample (process, figures) values (${processId}, ${JSON.stringify({ ...numbers, connections, jobs })}::jsonb)
    on conflict do nothing`)
  await db.execute(sql`delete from server_sample where at < now() - make_interval(hours => ${historyHours})`)
  await db.execute(sql`delete from server_process where seen_at < now() - interval '1 hour'`)
}
