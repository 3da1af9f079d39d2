import type { ErrorKey, Language } from '@timbermark/contract'
import type { Db } from './database/database.ts'
import { sql } from './database/sql.ts'
import { Refusal } from './refusal.ts'
import { refusalMessage } from './refusal-body.ts'
import { databaseRefusal } from './database/database-refusal.ts'

/** The refusal of one of several records. */
export interface RefusedRow {
  id: number
  ok: false
  error: ErrorKey
  message: string
}

/**
 * Changes one of several records within a transaction. When it is refused, its own writes are undone and those of the others stay.
 * @param labels prefix of field labels in the text of a refusal
 * @returns what `change` answers, or the refusal in the caller's language
 */
export async function attemptRow<T extends object>(
  db: Db,
  { language, labels }: { language: Language; labels?: string },
  id: number,
  change: () => Promise<T>,
): Promise<T | RefusedRow> {
  await db.execute(sql`savepoint changed_row`)
  try {
    const answer = await change()
    await db.execute(sql`release savepoint changed_row`)
    return answer
  } catch (error) {
    const refusal = error instanceof Refusal ? error : databaseRefusal(error)
    if (!refusal) throw error
    await db.execute(sql`rollback to savepoint changed_row`)
    return { id, ok: false, error: refusal.key, message: refusalMessage(language, refusal, labels) }
  }
}
