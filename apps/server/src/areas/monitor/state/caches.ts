import { cacheState, clearCache as clearCacheCall } from '@timbermark/contract/calls'
import { type CacheName, isCacheName } from '@timbermark/contract'
import { clearCache } from '../../../platform/concurrency/caches.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { readProcesses } from './server-state.ts'

/** Caches by name and process, for the platform only. Neither keys nor values leave a process. */
export const cacheRoutes: RouteSpec[] = [
  serve(cacheState, ({ services }) =>
    services.database.acrossTenants('monitor', async db => {
      const processes = (await readProcesses(db)).filter(({ alive }) => alive)
      const cleared = await db.query<{ name: CacheName; at: Date }>(sql`select name, cleared_at as at from cache_clear`)
      return {
        processes: processes.map(({ id, machine, pid, seenAt, own, figures }) => ({
          id,
          machine,
          pid,
          seenAt,
          own,
          caches: figures.caches,
        })),
        cleared: Object.fromEntries(cleared.map(({ name, at }) => [name, at])),
      }
    }),
  ),
  serve(clearCacheCall, async ({ services, params: { name } }) => {
    if (!isCacheName(name)) throw new Refusal('notFound')
    await services.database.acrossTenants('monitor', db =>
      db.execute(
        sql`insert into cache_clear (name, cleared_at) values (${name}, now()) on conflict (name) do update set cleared_at = excluded.cleared_at`,
      ),
    )
    await clearCache(services.database, name)
    return null
  }),
]
