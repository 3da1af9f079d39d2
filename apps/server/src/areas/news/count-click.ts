import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { TokenBuckets } from '../../platform/concurrency/token-buckets.ts'
import { networkOf } from '../../platform/http/network.ts'
import { platformTenant } from '../../platform/operator.ts'
import type { Services } from '../../platform/services.ts'
import { isPublished } from './planned.ts'

/** Limits how many clicks one network can cause, in each process. */
class Clicks {
  /** Articles at once, and per minute after that. */
  readonly #all = new TokenBuckets(60, 20)
  /**
   * One article counts for five readers of a network at once, and one more every five minutes: a client that changes its name
   * a thousand times is not a thousand readers.
   */
  readonly #same = new TokenBuckets(5, 0.2)

  take(client: string, article: number, now: number): boolean {
    return this.#same.take(`${client} ${article}`, now) && this.#all.take(client, now)
  }
}

const clicks = new WeakMap<Database, Clicks>()

function clicksOf(database: Database): Clicks {
  const known = clicks.get(database) ?? new Clicks()
  clicks.set(database, known)
  return known
}

/**
 * Counts a reader once a day, over all processes. Readers are recognized by a keyed digest of address and browser that changes
 * every day. They have no enterprise; this count is the only write that they can cause.
 * @returns whether it counted
 */
export async function countClick(
  { database, secrets }: Services,
  id: number,
  ip: string,
  browser: string,
): Promise<boolean> {
  const [client, now] = [networkOf(ip), performance.now()]
  const today = new Date().toISOString().slice(0, 10)
  const reader = secrets.mac('news reader', JSON.stringify([today, ip, browser.slice(0, 500), id])).subarray(0, 16)
  const [known] = await database.readAcrossTenants(
    'news',
    sql`select 1 from article_reader where tenant_id = ${platformTenant} and article_id = ${id} and day = ${today}::date and reader = ${reader}`,
  )
  if (known || !clicksOf(database).take(client, id, now)) return false
  const counted = await database.writeAcrossTenants(
    'news',
    sql`
      with first as (
        insert into article_reader (tenant_id, article_id, day, reader)
        select ${platformTenant}, t.id, ${today}::date, ${reader} from article t where t.id = ${id} and ${isPublished}
        on conflict do nothing returning article_id)
      update article set clicks = coalesce(clicks, 0) + 1 from first
      where id = first.article_id and coalesce(clicks, 0) < 2000000000 returning id`,
  )
  return counted.length > 0
}
