import type { Language } from '@timbermark/contract'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/services.ts'
import { townLabel } from '../place/town-label.ts'
import type { Place } from '../place/places.ts'
import type { KnownCode } from './open-code.ts'

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

async function read(database: Database, { entry, serial }: Pick<KnownCode, 'entry' | 'serial'>, at: Date) {
  const statement = sql`
    select country, province, city from check_log
    where tenant_id = ${entry.tenantId} and request_number = ${entry.requestNumber} and serial = ${serial} and genuine
      and checked_at >= ${at} and checked_at < ${at}::timestamptz + interval '1 millisecond'
    order by checked_at, id limit 1`
  const [first] = await database.readAcrossTenants<Town>('scan', statement, { often: true })
  return first
}
