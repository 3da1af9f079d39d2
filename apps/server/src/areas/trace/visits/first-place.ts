import type { Language } from '@timbermark/contract'
import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Batcher } from '../../../platform/concurrency/batcher.ts'
import type { Services } from '../../../platform/services.ts'
import { type Place, townLabelOf } from '../../place/places.ts'
import type { KnownCode } from '../limits/open-code.ts'

type Town = Pick<Place, 'province' | 'city'> & { country: string | null }

/** The first check of a code never changes: a code that many people check is looked up once. */
const townsByDatabase = new WeakMap<Database, Map<string, Promise<Town | undefined>>>()
const maxCached = 10_000

/**
 * Town and country of the first correct check of a code, so that a later buyer sees whether it was their own; null when no
 * position was shared. Never the position itself: it belongs to another person.
 * @param at time of that check, to the millisecond
 */
export async function firstPlaceOf(
  { database }: Services,
  { entry, serial }: Pick<KnownCode, 'entry' | 'serial'>,
  at: Date,
  language: Language,
): Promise<string | null> {
  const towns = townsByDatabase.get(database) ?? new Map<string, Promise<Town | undefined>>()
  townsByDatabase.set(database, towns)
  const key = `${entry.requestNumber} ${serial} ${at.toISOString()}`
  const pending = towns.get(key) ?? loadTown(database, { entry, serial }, at)
  towns.set(key, pending)
  if (towns.size > maxCached) towns.delete(towns.keys().next().value!)
  pending.catch(() => towns.delete(key))
  const place = await pending
  return (place?.country && townLabelOf({ ...place, country: place.country }, language)) || null
}

interface FirstCheck {
  tenantId: number
  requestNumber: number
  serial: number
  at: Date
}

const batchers = new WeakMap<Database, Batcher<FirstCheck, Town | undefined>>()

/** Concurrent requests are read by one statement. */
function loadTown(database: Database, { entry, serial }: Pick<KnownCode, 'entry' | 'serial'>, at: Date) {
  const batcher =
    batchers.get(database) ??
    new Batcher<FirstCheck, Town | undefined>(checks => loadTowns(database, checks), {
      largest: 500,
      waiting: 5000,
      maxWaitMs: 4500,
    })
  batchers.set(database, batcher)
  return batcher.add({ tenantId: entry.tenantId, requestNumber: entry.requestNumber, serial, at })
}

async function loadTowns(database: Database, checks: readonly FirstCheck[]): Promise<(Town | undefined)[]> {
  const statement = sql`
    select g.n::int as n, l.country, l.province, l.city
    from unnest(
      ${checks.map(each => each.tenantId)}::bigint[], ${checks.map(each => each.requestNumber)}::int[],
      ${checks.map(each => each.serial)}::int[], ${checks.map(each => each.at)}::timestamptz[])
      with ordinality as g (tenant_id, request_number, serial, at, n)
    cross join lateral (
      select country, province, city from check_log c
      where c.tenant_id = g.tenant_id and c.request_number = g.request_number and c.serial = g.serial and c.genuine
        and c.checked_at >= g.at and c.checked_at < g.at + interval '1 millisecond'
      order by c.checked_at, c.id limit 1) l`
  const rows = await database.readAcrossTenants<Town & { n: number }>('scan', statement, { often: true })
  const byPlace = new Map(rows.map(({ n, ...town }) => [n, town]))
  return checks.map((_, place) => byPlace.get(place + 1))
}
