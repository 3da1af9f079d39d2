import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'

/** The first answer to a visit, stored so that a repeated request gets the same one. */
export interface VisitAnswer {
  /** Scans, or correct checks, of the code at that time. */
  times: number
  /** Time of the first of them. */
  firstAt: Date | null
  /** Of a check: wrong checks at that time, and the time of the very first check. */
  wrong: number
  firstQueryAt: Date | null
}

interface Place {
  requestNumber: number
  serial: number
}

/** A visit is one device, one code, half an hour, milliseconds. */
export const visitMs = 30 * 60_000

/** Idempotency keys of a scan. */
export interface ScanMarks {
  mark: Buffer | null
  /** Under which the visit is found, for half an hour, when it began before the last full or half hour. */
  before: Buffer | null
}

/**
 * Idempotency keys of a scan. Of a device: the half hour and the one before it, so that pages that are loaded again, restored or
 * opened twice are one visit. Else the visit's own id; null when the client sent neither.
 */
export function marksOfScan(
  { device, visit, at = Date.now() }: { device: string | null; visit: string | null; at?: number },
  { requestNumber, serial }: Place,
): ScanMarks {
  const markOf = (text: string) => createHash('sha256').update(`${text}/${requestNumber}/${serial}`).digest()
  if (device === null) return { mark: visit === null ? null : markOf(`scan/${visit}`), before: null }
  const slot = Math.floor(at / visitMs)
  return { mark: markOf(`device/${device}/${slot}`), before: markOf(`device/${device}/${slot - 1}`) }
}

/** Idempotency key of a check: code, visit and typed text; keyed, so that the text cannot be found by brute force. */
export function markOfCheck(secrets: Secrets, visit: string, { requestNumber, serial }: Place, typed: string): Buffer {
  return secrets.mac('visit', `check/${visit}/${requestNumber}/${serial}/${typed}`)
}

/** The stored answers of a visit `g` (mark, before): under its key, or under the one of half an hour ago while that lasts. */
export const answeredBefore = sql`
  select * from visit_answer where mark = g.mark
  union all
  select * from visit_answer where mark = g.before and told_at > now() - ${`${visitMs} milliseconds`}::interval`

/** Stored answers of those of these marks that were counted, by the mark in hexadecimal. */
export async function loadVisitAnswers(
  db: Pick<Db, 'query'>,
  marks: readonly Buffer[],
): Promise<Map<string, VisitAnswer>> {
  if (marks.length === 0) return new Map()
  const rows = await db.query<VisitAnswer & { mark: Buffer }>(sql`
    select mark, times, first_at as "firstAt", wrong, first_query_at as "firstQueryAt" from visit_answer
    where mark = any(${marks}::bytea[])`)
  return new Map(rows.map(({ mark, ...answer }) => [mark.toString('hex'), answer]))
}

/**
 * Removes repeated marks from a group; items without a mark all stay.
 * @returns the distinct items, and for each item of the group its position among them
 */
export function distinctByMark<T extends { mark: Buffer | null }>(
  group: readonly T[],
): { distinct: T[]; places: number[] } {
  const distinct: T[] = []
  const placeOf = new Map<string, number>()
  const places = group.map(item => {
    const mark = item.mark?.toString('hex')
    const position = mark === undefined ? undefined : placeOf.get(mark)
    if (position !== undefined) return position
    if (mark !== undefined) placeOf.set(mark, distinct.length)
    return distinct.push(item) - 1
  })
  return { distinct, places }
}
