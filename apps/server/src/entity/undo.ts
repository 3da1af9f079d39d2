import { type AnyEntity, keyOf, permissionOf, permissionVerbOf, tableOf } from '@timbermark/contract'
import type { UndoOffer } from '@timbermark/contract/calls'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import { insertRows } from '../platform/database/insert-rows.ts'
import { allOf, identifier, join, type Sql, sql } from '../platform/database/sql.ts'
import type { Services } from '../platform/services.ts'
import { tenantRows } from './tenant-rows.ts'

/** For how long a change can be undone. */
export const undoSeconds = 60

/** A stored row as the database writes it: the text of each column, exact for every type. */
export type StoredRow = Readonly<Record<string, string | null>>

/** Rows of another table that were removed with the row, because they belong to it. */
interface RowsOfTable {
  table: string
  rows: StoredRow[]
}

/** One row before and after a change; `after` is missing when the change removed it. */
export interface RowChange {
  id: number
  before: StoredRow
  after?: StoredRow
  parts?: RowsOfTable[]
}

/** A row that has its earlier values again, in the columns of its declared fields. */
export interface Reverted {
  id: number
  before: StoredRow
  services: Services
}

type Rule = (db: Db, actor: Actor, body: Row, before: Row | undefined) => Promise<void>

/** What an area adds to undoing changes of an entity. */
export interface UndoRules {
  /** The rule of saving: what could not be saved now is not restored either. */
  beforeWrite?: (services: Services) => Rule | undefined
  /** Further effects, when a removed row is there again. */
  afterRestore?: (db: Db, actor: Actor, row: Row) => Promise<void>
  /** Further effects, when the transition of this verb is undone. */
  afterRevert?: (verb: string, db: Db, actor: Actor, reverted: Reverted) => Promise<void>
}

/** Entities whose changes can be undone, with their rules: filled once, when the modules of the areas are loaded. */
const undoable = new Map<string, { entity: AnyEntity; rules: UndoRules }>()

/** Makes the declared changes of an entity undoable. */
export function allowUndo(entity: AnyEntity, rules: UndoRules = {}): void {
  const known = undoable.get(keyOf(entity))
  undoable.set(keyOf(entity), { entity: known?.entity ?? entity, rules: { ...known?.rules, ...rules } })
}

/** The entity with this key and its rules, when its changes can be undone. */
export const undoableByKey = (key: string) => undoable.get(key)

export const canUndo = (entity: AnyEntity, verb: 'remove' | 'changeStatus'): boolean =>
  undoable.has(keyOf(entity)) && entity.final?.[verb] === undefined

/** The columns that a row can be written with again. */
export async function columnsOf(db: Db, table: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
  return rows.map(({ name }) => name)
}

function readStored(db: Db, table: string, columns: readonly string[], where: Sql): Promise<StoredRow[]> {
  const texts = columns.map(column => sql`t.${identifier(column)}::text as ${identifier(column)}`)
  return db.query<StoredRow>(sql`select ${join(texts, ', ')} from ${identifier(table)} t where ${where}`)
}

/** A row as it is stored now; undefined when there is none. The caller has locked it. */
export async function storedRow(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  id: number,
  columns?: readonly string[],
): Promise<StoredRow | undefined> {
  const table = tableOf(entity)
  const where = allOf([tenantRows(entity, actor), sql`t.id = ${id}`])
  const [row] = await readStored(db, table, columns ?? (await columnsOf(db, table)), where)
  return row
}

/** The rows that the database removes with a row of the table. */
export async function partsOf(db: Db, entity: AnyEntity, actor: Actor, id: number): Promise<RowsOfTable[]> {
  const tables = await db.query<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, child.attname as column
    from pg_constraint c
    cross join unnest(c.conkey, c.confkey) as pair (child, parent)
    join pg_attribute child on child.attrelid = c.conrelid and child.attnum = pair.child
    join pg_attribute parent on parent.attrelid = c.confrelid and parent.attnum = pair.parent
    where c.contype = 'f' and c.confdeltype = 'c' and c.confrelid = ${tableOf(entity)}::regclass and parent.attname = 'id'
    order by 1`)
  const parts: RowsOfTable[] = []
  for (const { table, column } of tables) {
    const where = sql`t.tenant_id = ${actor.tenantId} and t.${identifier(column)} = ${id}`
    const rows = await readStored(db, table, await columnsOf(db, table), where)
    if (rows.length > 0) parts.push({ table, rows })
  }
  return parts
}

/** Stores how to undo changes that were made in this transaction. @returns what the caller is answered */
export async function offerUndo(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  verb: string,
  changes: readonly RowChange[],
): Promise<{ undo?: UndoOffer }> {
  const permission = permissionVerbOf(entity, verb)
  if (changes.length === 0 || permission === undefined) return {}
  // What can no longer be undone is not kept; enterprises without further changes are cleared by the task `callKeys`.
  await db.execute(
    sql`delete from reversal where tenant_id = ${actor.tenantId} and expires_at < now() - interval '1 hour'`,
  )
  const [{ id } = { id: 0 }] = await insertRows<{ id: number }>(
    db,
    'reversal',
    [
      {
        tenant_id: actor.tenantId,
        account_id: actor.accountId,
        entity: keyOf(entity),
        verb,
        permission: permissionOf(entity, permission),
        changes: JSON.stringify(changes),
      },
    ],
    sql`returning id`,
  )
  return { undo: { id, seconds: undoSeconds } }
}

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
