import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { ErrorKey } from '@timbermark/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { isTransientError, TakenOver, yieldWhenFrozen } from '../../../platform/jobs/run.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { readServiceDivisions } from './division-service.ts'
import type { Division } from './division-source.ts'

/** Duration of a refresh that the screen announces. */
export const syncSeconds = 60
const job = 'division-sync'
const keyOf = (id: number) => `division-sync-${id}`
const sourceBroken: ErrorKey = 'system.division.source'
const interrupted: ErrorKey = 'system.division.interrupted'

export interface SyncState {
  id: number
  status: 'queued' | 'running' | 'done' | 'failed'
  progress: number
  done: number
  total: number
  /** Refusal key of the failure. */
  error: string | null
  startedAt: Date | null
  finishedAt: Date | null
}

/** One refresh by id, or the latest. */
export async function latestSync(db: Db, id?: number): Promise<SyncState | null> {
  const sync = await db.maybe<SyncState>(sql`
    select id, status, done, total, case when status = 'done' then 1 when total = 0 then 0 else round(done::numeric / total, 3)::float8 end as progress,
           error, started_at as "startedAt", finished_at as "finishedAt"
    from division_sync where ${id === undefined ? sql`true` : sql`id = ${id}`} order by id desc limit 1`)
  return sync ?? null
}

/** Stores a refresh and queues its job in the same transaction. @throws Refusal system.division.running */
export function queueSync(services: Services, actor: Pick<Actor, 'tenantId' | 'accountId'>): Promise<number> {
  return services.database.withTenant(actor.tenantId, async db => {
    if (await db.maybe(sql`select 1 from division_sync where status in ('queued', 'running')`))
      throw new Refusal('system.division.running')
    const { id } = await db.one<{ id: number }>(
      sql`insert into division_sync (created_by) values (${actor.accountId || null}) returning id`,
    )
    await services.jobs.add(db, job, { id }, keyOf(id))
    return id
  })
}

/** Reads the shipped data in a worker thread: it holds some 16 MB of borders, of which only the centres are needed. */
function shippedDivisions(signal: AbortSignal): Promise<Division[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./division-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', (rows: Division[]) => resolve(rows))
    worker.once('error', reject)
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop)
      reject(new Error('The reader of the division data ended early'))
    })
  })
}

/** A source with fewer divisions is broken. */
const minDivisions = 3000

/**
 * Replaces all divisions that came from a source, in one transaction: readers see the old ones or the new ones. Rows
 * that people added stay unless the source has their code. The run that began last may write.
 * @throws TakenOver when another run began meanwhile; transient errors, which a retry can overcome
 */
export async function syncDivisions(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const { database } = services
  const run = randomUUID()
  const open = sql`id = ${id} and status in ('queued', 'running')`
  const update = async (change: Sql, where = sql`${open} and run = ${run}`) => {
    const touched = await database.acrossTenants('jobs', async db => {
      await yieldWhenFrozen(db)
      return db.execute(sql`update division_sync set ${change} where ${where}`)
    })
    return touched > 0
  }
  const updateOrStop = async (change: Sql) => {
    if (!(await update(change))) throw new TakenOver()
  }
  if (!(await update(sql`status = 'running', started_at = now(), done = 0, run = ${run}`, open))) return
  try {
    const { location } = services.settings
    const rows = location ? await readServiceDivisions(location, signal) : await shippedDivisions(signal)
    const source = location ? 'service' : 'shipped'
    if (rows.length < minDivisions) throw new Error(`The source holds only ${rows.length} divisions`)
    await updateOrStop(sql`total = ${rows.length}`)
    const size = 500
    await database.acrossTenants('jobs', async db => {
      await yieldWhenFrozen(db)
      for (let from = 0; from < rows.length; from += size) {
        signal.throwIfAborted()
        const block = rows.slice(from, from + size)
        await db.execute(sql`
          insert into division (city_id, short_name, full_name, level, parent_id, longitude, latitude, source)
          select *, ${source}
          from unnest(${block.map(row => row.cityId)}::int[], ${block.map(row => row.shortName)}::text[], ${block.map(row => row.fullName)}::text[],
            ${block.map(row => row.level)}::smallint[], ${block.map(row => row.parentId)}::int[], ${block.map(row => row.longitude)}::numeric[],
            ${block.map(row => row.latitude)}::numeric[])
          on conflict (city_id) do update
          set short_name = excluded.short_name, full_name = excluded.full_name, level = excluded.level, parent_id = excluded.parent_id,
            longitude = excluded.longitude, latitude = excluded.latitude, source = excluded.source, updated_at = excluded.updated_at`)
        // This transaction is not committed yet, so the progress is written through another one.
        await updateOrStop(sql`done = ${Math.min(from + size, rows.length)}`)
      }
      await db.execute(
        sql`delete from division where source <> 'manual' and city_id <> all(${rows.map(row => row.cityId)}::int[])`,
      )
      // In the same transaction and last, because progress is written to this row until here.
      const updated = await db.execute(
        sql`update division_sync set status = 'done', finished_at = now(), error = null, run = null where ${open} and run = ${run}`,
      )
      if (updated === 0) throw new TakenOver()
    })
  } catch (error) {
    if (signal.aborted || error instanceof TakenOver || isTransientError(error)) throw error
    services.log.error({ err: error, sync: id }, 'the division sync failed')
    await update(sql`status = 'failed', error = ${sourceBroken}, finished_at = now(), run = null`)
  }
}

/** Defines the job. A new installation loads its divisions with it, without delaying the start. */
export function defineDivisionSync(services: Services): void {
  services.jobs.define(job, (payload, signal) => syncDivisions(services, (payload as { id: number }).id, signal), {
    attempts: 3,
    tracked: {
      wanted: async db => {
        const rows = await db.query<{ id: number }>(
          sql`select id from division_sync where status in ('queued', 'running')`,
        )
        return rows.map(({ id }) => ({ key: keyOf(id), payload: { id } }))
      },
      gaveUp: async (db, payload) => {
        await db.execute(sql`
          update division_sync set status = 'failed', error = ${interrupted}, finished_at = now(), run = null
          where id = ${(payload as { id: number }).id} and status in ('queued', 'running')`)
      },
    },
  })
}

/**
 * Queues the first import when no refresh was ever queued and there are fewer divisions than a source has: those few that the
 * demonstration needs before it. Never fails the start.
 */
export async function queueFirstSync(services: Services): Promise<void> {
  try {
    const known = await services.database.withTenant(platformTenant, db =>
      db.maybe(
        sql`select 1 from division_sync union all select 1 from division having count(*) >= ${minDivisions} limit 1`,
      ),
    )
    if (!known) await queueSync(services, { tenantId: platformTenant, accountId: 0 })
  } catch (error) {
    // Another process that starts at the same moment queues it too.
    services.log.warn({ err: error }, 'the first import of divisions could not be queued')
  }
}
