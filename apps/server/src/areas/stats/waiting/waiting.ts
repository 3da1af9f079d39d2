import {
  mostWaiting,
  type WaitingItem,
  type WaitingKey,
  waitingItems,
  waitingKeys,
  waitingPermission,
  woodWarnings,
} from '@timbermark/contract'
import { waiting as waitingCall, type WaitingLine as WireLine, woodWarning } from '@timbermark/contract/calls'
import type { Reader } from '../../../entity/read-rows.ts'
import { countOldest } from '../../../entity/oldest-rows.ts'
import { type Actor, hasPermission, staff } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type BeforeWire, type Call, type RouteSpec, serve, timeZoneOf } from '../../../platform/http/http.ts'
import { isPlatform } from '../../../platform/operator.ts'
import { roleName } from '../../../entity/words.ts'
import { loadHolders } from '../../system/rights/load-holders.ts'
import { loadReading, waitingSources } from './sources.ts'

/** People who are named as those who may act. */
const mostPeople = 3

/** What waits for the caller, and the warnings about wood: the rows that the lists with these filters would show them. */
export const waitingRoutes: RouteSpec[] = [
  serve(waitingCall, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const keys = waitingKeys.filter(key => concerns(call.actor, waitingItems[key]))
      return { lines: await loadLines(db, call, keys), kinds: keys.length }
    }),
  ),
  serve(woodWarning, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const { actor, language } = call
      const keys = woodWarnings.filter(key => hasPermission(actor, waitingPermission(waitingItems[key])))
      const lines = []
      for (const line of await loadLines(db, call, keys)) {
        const holders = await loadHolders(db, actor.tenantId, waitingItems[line.key].may ?? [], {
          most: mostPeople + 1,
        })
        const people = holders
          .slice(0, mostPeople)
          .map(({ person, ...role }) => ({ name: person, role: roleName(language, role) }))
        lines.push({ ...line, people, morePeople: holders.length > mostPeople })
      }
      return { lines, kinds: keys.length }
    }),
  ),
]

async function loadLines(
  db: Db,
  { services, actor, language, request }: Reader & Pick<Call, 'request'>,
  keys: readonly WaitingKey[],
): Promise<WaitingLine[]> {
  const dayOf = await loadDays(db, timeZoneOf(request), keys)
  const lines: WaitingLine[] = []
  for (const key of keys) {
    const line = await loadLine(db, key, { services, actor, language }, dayOf)
    // Of very many open batches the oldest are examined: where none of these is late, there is nothing to show.
    if (line.count > 0) lines.push(line)
  }
  return lines
}

type WaitingLine = BeforeWire<WireLine>

async function loadLine(
  db: Db,
  key: WaitingKey,
  reader: Reader,
  dayOf: (distance: number) => Day,
): Promise<WaitingLine> {
  const { moment, names, filter: fixed, days } = waitingItems[key]
  const { hint, unordered, candidates } = waitingSources[key]
  const reading = await loadReading(reader.services.database, db, reader.actor.tenantId, key)
  const bounds = (of: (day: Day) => string) => {
    if (!days) return {}
    const field = days.field[0]!.toUpperCase() + days.field.slice(1)
    const { from, to } = days
    return { [`begin${field}`]: of(dayOf(from)), ...(to !== undefined && { [`end${field}`]: of(dayOf(to)) }) }
  }
  // As the page does: a list searches times by instants, and dates by days.
  const asDay = days !== undefined && reading.listed.fields[days.field]?.kind === 'date'
  const query = { ...fixed, ...bounds(day => (asDay ? day.day : day.start)) }
  const counted = await countOldest(db, reading, reader, {
    query,
    moment,
    names,
    most: mostWaiting,
    ...(hint && { hint }),
    ...(unordered && { unordered }),
    ...(candidates && { candidates: candidates(reader.actor.tenantId) }),
  })
  return { key, ...counted, filter: { ...fixed, ...bounds(({ day }) => day) } }
}

/** Whether an item is shown to this person when rows wait. */
function concerns(actor: Actor, item: WaitingItem): boolean {
  const { userTypes = [staff], platformOnly, may, unless, isOnHome = true } = item
  return (
    isOnHome &&
    userTypes.includes(actor.userType) &&
    (!platformOnly || isPlatform(actor)) &&
    hasPermission(actor, waitingPermission(item)) &&
    (may?.some(permission => hasPermission(actor, permission)) ?? true) &&
    !(unless && hasPermission(actor, unless))
  )
}

interface Day {
  /** YYYY-MM-DD in the reader's time zone. */
  day: string
  /** Its first instant. */
  start: string
}

/** The days that the items' filters are bounded by, at their distance from the reader's today. */
async function loadDays(db: Db, timeZone: string, keys: readonly WaitingKey[]): Promise<(distance: number) => Day> {
  const distances = [
    ...new Set(
      keys.flatMap(key => {
        const { days } = waitingItems[key]
        return days ? [days.from, days.to ?? 0] : []
      }),
    ),
  ]
  const rows = await db.query<{ distance: number; day: string; start: Date }>(sql`
    select d as distance, to_char(today.day + d, 'YYYY-MM-DD') as day, (today.day + d)::timestamp at time zone ${timeZone} as start
    from (select (now() at time zone ${timeZone})::date as day) today, unnest(${distances}::int[]) d`)
  const byDistance = new Map(rows.map(({ distance, day, start }) => [distance, { day, start: start.toISOString() }]))
  return distance => byDistance.get(distance)!
}
