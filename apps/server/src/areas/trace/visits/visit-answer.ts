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

/** Idempotency key of a scan: code and visit. */
export function markOfScan(visit: string, { requestNumber, serial }: Place): Buffer {
  return createHash('sha256').update(`scan/${visit}/${requestNumber}/${serial}`).digest()
}

/** Idempotency key of a check: code, visit and typed text; keyed, so that the text cannot be found by brute force. */
export function markOfCheck(secrets: Secrets, visit: string, { requestNumber, serial }: Place, typed: string): Buffer {
  return secrets.mac('visit', `check/${visit}/${requestNumber}/${serial}/${typed}`)
}

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
