import type { Database, Db } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { ImportProblem } from './import-cells.ts'

/** Thrown to roll back a transaction that only checked. */
class Undo<R> extends Error {
  readonly result: R
  constructor(result: R) {
    super('undo')
    this.result = result
  }
}

/**
 * Runs an import in one transaction: with `commit` it is saved completely, without it nothing is.
 * @throws Refusal importFailed when a row is wrong, with the errors; nothing is saved then
 */
export async function runImport<R extends { errors: readonly ImportProblem[] }>(
  database: Database,
  tenantId: number,
  commit: boolean,
  work: (db: Db) => Promise<R>,
): Promise<R> {
  try {
    return await database.withTenant(tenantId, async db => {
      const result = await work(db)
      if (!commit) throw new Undo(result)
      const rows = new Set(result.errors.map(({ row }) => row))
      if (rows.size > 0) throw new Refusal('importFailed', { n: rows.size }, { data: result })
      return result
    })
  } catch (error) {
    if (error instanceof Undo) return error.result as R
    throw error
  }
}
