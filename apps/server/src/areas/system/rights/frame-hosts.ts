import { TtlCache } from '../../../platform/concurrency/ttl-cache.ts'
import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A menu is changed seldom, and its page is loaded anew after that. */
const rereadMs = 5000

/** Reads the origins of the other sites that the menu shows inside of the back office; its pages may frame no others. */
export function makeFrameHosts(database: Database): () => Promise<readonly string[]> {
  const cache = new TtlCache<readonly string[]>(rereadMs, 1)
  return async () => {
    try {
      return await cache.ask('', () =>
        database.withoutTenant(async db => {
          const rows = await db.query<{ path: string }>(
            sql`select path from menu where menu_type = 'C' and is_frame = '1' and status = '0' and path like 'https://%'`,
          )
          return [...new Set(rows.flatMap(({ path }) => originOf(path)))].sort()
        }),
      )
    } catch {
      // A page without its frames is better than none.
      return []
    }
  }
}

function originOf(address: string): string[] {
  const url = URL.parse(address)
  return url?.protocol === 'https:' ? [url.origin] : []
}
