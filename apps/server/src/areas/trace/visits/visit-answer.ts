import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'

/** What a visit was told of a code. */
export interface Told {
  /** Scans, or right checks, of the code at that time. */
  times: number
  /** When the first of them was. */
  firstAt: Date | null
  /** Of a check: the wrong ones at that time, and when the first of all was. */
  wrong: number
  firstQueryAt: Date | null
}

interface Place {
  requestNumber: number
  serial: number
}

/** Names a scan of a code in a visit. */
export function markOfScan(visit: string, { requestNumber, serial }: Place): Buffer {
  return createHash('sha256').update(`scan/${visit}/${requestNumber}/${serial}`).digest()
}

/** Names a check of a code in a visit; keyed, so that what was typed cannot be found by trying. */
export function markOfCheck(secrets: Secrets, visit: string, { requestNumber, serial }: Place, typed: string): Buffer {
  return secrets.mac('visit', `check/${visit}/${requestNumber}/${serial}/${typed}`)
}

/** What was told to those of these marks that have been counted, by the mark in hexadecimal. */
export async function readTold(db: Pick<Db, 'query'>, marks: readonly Buffer[]): Promise<Map<string, Told>> {
  if (marks.length === 0) return new Map()
  const rows = await db.query<Told & { mark: Buffer }>(sql`
    select mark, times, first_at as "firstAt", wrong, first_query_at as "firstQueryAt" from visit_answer
    where mark = any(${marks}::bytea[])`)
  return new Map(rows.map(({ mark, ...told }) => [mark.toString('hex'), told]))
}

/**
 * Those of a group that are to be written: each mark once, and all without one.
 * @returns for each of the group its place among them
 */
export function onceEach<T extends { mark: Buffer | null }>(group: readonly T[]): { distinct: T[]; places: number[] } {
  const distinct: T[] = []
  const placeOf = new Map<string, number>()
  const places = group.map(item => {
    const mark = item.mark?.toString('hex')
    const known = mark === undefined ? undefined : placeOf.get(mark)
    if (known !== undefined) return known
    if (mark !== undefined) placeOf.set(mark, distinct.length)
    return distinct.push(item) - 1
  })
  return { distinct, places }
}
