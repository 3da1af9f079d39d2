import type { ImportProblem } from '../../../entity/exchange.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { pack, type Scene } from '../packing/pack.ts'
import { problemsOfRefusal } from './problems.ts'
import type { ListedRow, PackBody, Told } from './read-rows.ts'

/** What one packing of the list did. */
export interface Packed {
  /** The first row that it was made of. */
  row: number
  parentCode: string
  packed: number
  repacked: number
}

/** Rows that one packing takes: as many as its call does. */
const rowsAtOnce = 1000

/** Rows that say the same but for their codes, in the order in which it happened. */
export function groupsOf(rows: readonly ListedRow[]): ListedRow[][] {
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

const together = (rows: readonly ListedRow[]): PackBody => ({
  ...rows[0]!.body,
  codes: rows.flatMap(({ body }) => body.codes),
  ranges: rows.flatMap(({ body }) => body.ranges),
})

/**
 * Packs by the rules of packing. Rows that are refused together are halved until those at fault stand alone: what is
 * wrong with each is what packing itself says of it.
 * @param most problems to look for; the rest is left when there are so many
 */
export async function packRows(
  scene: Scene,
  groups: readonly ListedRow[][],
  most: number,
  told: Told,
): Promise<{ packed: Packed[]; errors: ImportProblem[] }> {
  const packed: Packed[] = []
  const errors: ImportProblem[] = []
  const tried = async (rows: readonly ListedRow[]): Promise<void> => {
    if (errors.length >= most) return
    const refusal = await attempt(rows)
    if (!refusal) return
    if (rows.length === 1) {
      errors.push(...problemsOfRefusal(scene.language, rows[0]!.row, rows[0]!.written, refusal))
      return
    }
    const half = Math.ceil(rows.length / 2)
    await tried(rows.slice(0, half))
    await tried(rows.slice(half))
  }
  const attempt = async (rows: readonly ListedRow[]): Promise<Refusal | undefined> => {
    await scene.db.execute(sql`savepoint packing`)
    try {
      const { packed: count, repacked } = await pack(scene, together(rows))
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
    await tried(group)
    done += group.length
    told(done)
  }
  return { packed, errors }
}
