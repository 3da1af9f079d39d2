import type pg from 'pg'
import type { Entry, Kind } from './books.ts'
import type { Verdict } from './verdict.ts'

/** Each loss is reported once, however often the record is judged. */
export function loseOnce(entry: Entry, verdict: Verdict): void {
  if (entry.told) return
  entry.told = true
  verdict.lost.push(`${entry.kind} ${entry.mark}`)
}

/** Compares how often each entry was found with how often it may exist. */
export function compareCounts(entries: readonly Entry[], found: ReadonlyMap<string, number>, verdict: Verdict): void {
  for (const entry of entries) {
    const times = found.get(entry.mark) ?? 0
    if (times === 0 && entry.acknowledged) loseOnce(entry, verdict)
    if (times > 1 && !entry.told) {
      entry.told = true
      verdict.doubled.push(`${entry.kind} ${entry.mark}: ${times} times${entry.acknowledged ? '' : ', unacknowledged'}`)
    }
  }
}

/** Rows by mark. */
export async function countBy(
  admin: pg.Client,
  query: string,
  marks: readonly string[] | undefined,
): Promise<Map<string, number>> {
  const { rows } = await admin.query<{ mark: string; n: string }>(query, marks ? [marks] : [])
  return new Map(rows.map(row => [row.mark, Number(row.n)]))
}

export const marksOf = <K extends Kind>(entries: readonly Entry<K>[]) => entries.map(entry => entry.mark)
