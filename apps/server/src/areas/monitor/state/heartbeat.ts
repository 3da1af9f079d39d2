import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { ProcessFigures } from '@timbermark/contract/calls'
import { clearCache } from '../../../platform/concurrency/caches.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Poller } from '../../../platform/jobs/poller.ts'
import type { Services } from '../../../platform/services.ts'
import { tellAlarms } from './alarm-notices.ts'
import { Measure, version } from './measure.ts'

declare module '../../../platform/services.ts' {
  interface Services {
    /** Requests that this process has answered. */
    served: { count: number }
  }
}

/** A process tells of itself this often, milliseconds. */
const beatMs = 10_000
/** One beat in so many is kept for the history. */
const sampleBeats = 6
/** Silent for so long, a process counts as gone; after an hour it is forgotten. */
export const silentSeconds = 35
const keptHours = 25

/** This process, to itself and the others. */
export const ownId = randomUUID()

/** Tells the others of this process, hears which caches are to be emptied, and keeps the history of a day. */
export function startPulse(services: Services, ms = beatMs): { stop(): Promise<void> } {
  const { database, settings } = services
  const measure = new Measure(services)
  const started = new Date(Date.now() - process.uptime() * 1000)
  /** When each cache was last emptied here. What was before this process began concerns it no more. */
  const cleared = new Map<string, Date>()
  let beats = 0
  const pulse = new Poller(ms, services.log, async () => {
    const figures = await measure.take()
    const sample = beats++ % sampleBeats === 0
    const told = await database.acrossTenants('monitor', async db => {
      await db.execute(sql`
        insert into server_process (id, machine, pid, web, worker, version, node, started_at, figures)
        values (${ownId}, ${hostname().slice(0, 100)}, ${process.pid}, ${settings.web}, ${settings.worker}, ${version}, ${process.version},
          ${started}, ${JSON.stringify(figures)}::jsonb)
        on conflict (id) do update set seen_at = now(), figures = excluded.figures`)
      if (sample) await keepSample(db, figures)
      return db.query<{ name: string; at: Date }>(sql`select name, cleared_at as at from cache_clear`)
    })
    // Compared here and not by the database, whose moments are finer than ours: each would seem to be after itself.
    for (const { name, at } of told) {
      if (at <= (cleared.get(name) ?? started)) continue
      await clearCache(database, name)
      cleared.set(name, at)
    }
    // Each tells what it sees: a full disk or an undeclared proxy may be that of a process without jobs alone.
    if (sample) await tellAlarms(services)
  })
  void pulse.now()
  return {
    async stop() {
      await pulse.stop()
      measure.stop()
      await database
        .acrossTenants('monitor', db => db.execute(sql`delete from server_process where id = ${ownId}`))
        .catch(() => {})
    },
  }
}

/** One minute of the history; whoever comes first in it removes what is too old. */
async function keepSample(db: Db, figures: ProcessFigures): Promise<void> {
  const { slow: _slow, caches: _caches, ...numbers } = figures
  const { connections, jobs } = await db.one<{ connections: number; jobs: number }>(sql`
    select (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
           (select count(*)::int from graphile_worker._private_jobs) + (select count(*)::int from job_outbox) as jobs`)
  await db.execute(sql`
    insert into server_sample (process, figures) values (${ownId}, ${JSON.stringify({ ...numbers, connections, jobs })}::jsonb)
    on conflict do nothing`)
  await db.execute(sql`delete from server_sample where at < now() - make_interval(hours => ${keptHours})`)
  await db.execute(sql`delete from server_process where seen_at < now() - interval '1 hour'`)
}
