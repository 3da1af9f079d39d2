import type { AnyEntity, Language } from '@timbermark/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { databaseRefusal } from '../../platform/database/database-refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Files } from '../../platform/files/files.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { GridRow } from '../../platform/workbook/grid.ts'
import type { AlikeNames } from '../alike-names.ts'
import { addRow, addRows, type EntityHooks, newBody } from '../write.ts'

/** A row that was read as a record. */
export interface NewRow extends GridRow {
  body: Row
}

interface Adding {
  entity: AnyEntity
  actor: Actor
  language: Language
  hooks: EntityHooks
  /** The names that rows may not have. */
  alike: AlikeNames
}

/** Rows of one statement. */
export const rowsAtOnce = 500

/**
 * Adds rows of a table: together, and where that is refused, in halves until the wrong rows are alone.
 * @param most stops after so many refused rows
 * @returns the refused rows; the others are added
 */
export async function addReadRows(
  db: Db,
  files: Files,
  { entity, actor, language, hooks, alike }: Adding,
  rows: readonly NewRow[],
  most: number,
): Promise<(NewRow & { refusal: Refusal })[]> {
  const refused: (NewRow & { refusal: Refusal })[] = []
  const attempt = async (work: () => Promise<unknown>): Promise<Refusal | undefined> => {
    await db.execute(sql`savepoint import_rows`)
    try {
      await work()
      await db.execute(sql`release savepoint import_rows`)
      return undefined
    } catch (error) {
      await db.execute(sql`rollback to savepoint import_rows`)
      const refusal = error instanceof Refusal ? error : databaseRefusal(error)
      if (!refusal) throw error
      return refusal
    }
  }
  const addOrSplit = async (some: readonly (NewRow & { checked: Row })[]): Promise<void> => {
    const [one] = some
    if (!one || refused.length >= most) return
    const bodies = some.map(({ checked }) => checked)
    if (some.length === 1) {
      const refusal = await attempt(() => addRow(db, files, entity, actor, one.body, hooks, language))
      if (refusal) refused.push({ ...one, refusal })
      else alike.take(bodies)
      return
    }
    if (!(await attempt(() => addRows(db, entity, actor, bodies, alike, hooks)))) return alike.take(bodies)
    const half = Math.ceil(some.length / 2)
    await addOrSplit(some.slice(0, half))
    await addOrSplit(some.slice(half))
  }
  const checked = rows.flatMap(row => {
    try {
      return [{ ...row, checked: newBody(entity, row.body, language) }]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ ...row, refusal: error })
      return []
    }
  })
  await addOrSplit(checked)
  return refused
}
