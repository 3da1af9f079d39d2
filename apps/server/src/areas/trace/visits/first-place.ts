import type { Language } from '@timbermark/contract'
import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Batcher } from '../../../platform/concurrency/batcher.ts'
import type { Services } from '../../../platform/services.ts'
import { townLabel } from '../../place/town-label.ts'
import type { Place } from '../../place/places.ts'
import type { KnownCode } from '../limits/open-code.ts'

type Town = Pick<Place, 'province' | 'city'> & { country: string | null }

/** What a first check was never changes: a code that many people try is looked up once. */
const known = new WeakMap<Database, Map<string, Promise<Town | undefined>>>()
const most = 10_000

/**
 * Town and country of the first right check of a code, so that a later buyer sees whether it was his own; null when its
 * reader shared no position. Never the position itself: the two are strangers to each other.
 * @param at when it was, to the millisecond
 */
export async function firstPlaceOf(
  { database }: Services,
  { entry, serial }: Pick<KnownCode, 'entry' | 'serial'>,
  at: Date,
  language: Language,
): Promise<string | null> {
  const places = known.get(database) ?? new Map<string, Promise<Town | undefined>>()
  known.set(database, places)
  const key = `${entry.requestNumber} ${serial} ${at.toISOString()}`
  const asked = places.get(key) ?? read(database, { entry, serial }, at)
  places.set(key, asked)
  if (places.size > most) places.delete(places.keys().next().value!)
  asked.catch(() => places.delete(key))
  const place = await asked
  return (place?.country && townLabel({ ...place, country: place.country }, language)) || null
}

interface Asked {
  tenantId: number
  requestNumber: number
  serial: number
  at: Date
}

const groups = new WeakMap<Database, Batcher<Asked, Town | undefined>>()

/** Those that are asked for together are read by one statement. */
function read(database: Database, { entry, serial }: Pick<KnownCode, 'entry' | 'serial'>, at: Date) {
  const group =
    groups.get(database) ??
    new Batcher<Asked, Town | undefined>(asked => readAll(database, asked), {
      largest: 500,
      waiting: 5000,
      maxWaitMs: 4500,
    })
  groups.set(database, group)
  return group.add({ tenantId: entry.tenantId, requestNumber: entry.requestNumber, serial, at })
}

async function readAll(database: Database, asked: readonly Asked[]): Promise<(Town | undefined)[]> {
  const statement = sql`
    select g.n::int as n, l.country, l.province, l.city
    from unnest(${asked.map(each => each.tenantId)}::bigint[], ${asked.map(each => each.requestNumber)}::int[], ${asked.map(each => each.serial)}::int[], ${asked.map(each => each.at)}::timestamptz[])
      with ordinality as g (tenant_id, request_number, serial, at, n)
    cross join lateral (
      select country, province, city from check_log c
      where c.tenant_id = g.tenant_id and c.request_number = g.request_number and c.serial = g.serial and c.genuine
        and c.checked_at >= g.at and c.checked_at < g.at + interval '1 millisecond'
      order by c.checked_at, c.id limit 1) l`
  const rows = await database.readAcrossTenants<Town & { n: number }>('scan', statement, { often: true })
  const byPlace = new Map(rows.map(({ n, ...town }) => [n, town]))
  return asked.map((_, place) => byPlace.get(place + 1))
}
