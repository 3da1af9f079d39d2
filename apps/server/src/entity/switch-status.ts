import { type AnyEntity, tableOf } from '@timbermark/contract'
import type { UndoOffer } from '@timbermark/contract/calls'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import { identifier, sql } from '../platform/database/sql.ts'
import { tenantRows } from './tenant-rows.ts'
import { canUndo, offerUndo, storedRow } from './undo.ts'

/**
 * Enables or disables a row that the caller has locked and read.
 * @returns how it is undone; null when nothing has changed, or when it cannot be undone
 */
export async function switchStatus(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  row: Row,
  { id, status }: { id: number; status: string },
): Promise<{ undo?: UndoOffer } | null> {
  const table = identifier(tableOf(entity))
  const before = row.status === status ? undefined : await storedRow(db, entity, actor, id)
  await db.execute(sql`
    update ${table} set status = ${status}, updated_by = ${actor.accountId}, updated_at = now()
    where ${tenantRows(entity, actor, table)} and id = ${id}`)
  const after = before && (await storedRow(db, entity, actor, id))
  if (!before || !after || !canUndo(entity, 'changeStatus')) return null
  return offerUndo(db, entity, actor, 'changeStatus', [{ id, before, after }])
}
