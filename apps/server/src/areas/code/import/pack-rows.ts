import type { ImportProblem } from '../../../entity/import-cells.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { pack, type PackingContext } from '../packing/pack.ts'
import { refusalProblems } from './problems.ts'
import type { ListedRow, PackBody, OnProgress } from './parse-rows.ts'

/** The result of one packing of the list. */
export interface PackedGroup {
  /** The first of its rows. */
  row: number
  parentCode: string
  packed: number
  repacked: number
}

/** The most rows of one packing; the same limit as for the call. */
const rowsAtOnce = 1000

/** Groups rows that are equal except for their codes, ordered by event time. */
export function groupRows(rows: readonly ListedRow[]): ListedRow[][] {
  const groups = new Map<string, ListedRow[]>()
  for (const one of rows) {
    const { parentCode, time, operator, reason } = one.body
    const key = JSON.stringify([parentCode, time, operator, reason])
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
    .flatMap(group =>
      Array.from({ length: Math.ceil(group.length / rowsAtOnce) }, (_, n) =>
        group.slice(n * rowsAtOnce, (n + 1) * rowsAtOnce),
      ),
    )
    .sort((a, b) => a[0]!.body.time.localeCompare(b[0]!.body.time) || a[0]!.row - b[0]!.row)
}

const mergeRows = (rows: readonly ListedRow[]): PackBody => ({
  ...rows[0]!.body,
  codes: rows.flatMap(({ body }) => body.codes),
  ranges: rows.flatMap(({ body }) => body.ranges),
})

/**
 * Packs by the rules of packing. Splits a refused group in halves until single rows remain, so that each row gets its own
 * refusal.
 * @param maxProblems stops after this many problems
 */
export async function packRows(
  scene: PackingContext,
  groups: readonly ListedRow[][],
  maxProblems: number,
  onProgress: OnProgress,
): Promise<{ packed: PackedGroup[]; errors: ImportProblem[] }> {
  const packed: PackedGroup[] = []
  const errors: ImportProblem[] = []
  const packOrSplit = async (rows: readonly ListedRow[]): Promise<void> => {
    if (errors.length >= maxProblems) return
    const refusal = await tryToPack(rows)
    if (!refusal) return
    if (rows.length === 1) {
      errors.push(...refusalProblems(scene.language, rows[0]!.row, rows[0]!.written, refusal))
      return
    }
    const half = Math.ceil(rows.length / 2)
    await packOrSplit(rows.slice(0, half))
    await packOrSplit(rows.slice(half))
  }
  const tryToPack = async (rows: readonly ListedRow[]): Promise<Refusal | undefined> => {
    await scene.db.execute(sql`savepoint packing`)
    try {
      const { packed: count, repacked } = await pack(scene, mergeRows(rows))
      await scene.db.execute(sql`release savepoint packing`)
      packed.push({ row: rows[0]!.row, parentCode: rows[0]!.body.parentCode, packed: count, repacked })
      return undefined
    } catch (error) {
      await scene.db.execute(sql`rollback to savepoint packing`)
      if (!(error instanceof Refusal)) throw error
      return error
    }
  }
  let done = 0
  for (const group of groups) {
    await packOrSplit(group)
    done += group.length
    onProgress(done)
  }
  return { packed, errors }
}
