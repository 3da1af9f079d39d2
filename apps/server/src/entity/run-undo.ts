import { type AnyEntity, columnOf, permissionVerbOf, tableOf, textsKeyOf } from '@timbermark/contract'
import { type Actor, hasPermission } from '../platform/actor.ts'
import type { Database, Db, Row } from '../platform/database/database.ts'
import { identifier, join, sql } from '../platform/database/sql.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { alikeNames } from './alike-names.ts'
import { tenantRows } from './tenant-rows.ts'
import { columnsOf, type RowChange, type StoredRow, storedRow, undoableByKey, type UndoRules } from './undo.ts'
import { lockRow } from './write.ts'

/** Removes what can no longer be undone, of every enterprise. @returns how many */
export const removeExpiredReversals = (database: Database): Promise<number> =>
  database.acrossTenants('jobs', db =>
    db.execute(sql`delete from reversal where expires_at < now() - interval '1 hour'`),
  )

interface Reversal {
  entity: string
  verb: string
  permission: string
  changes: RowChange[]
  rows: number
  undone: boolean
  expired: boolean
}

/** What undoing has done. */
export interface Undone {
  entity: AnyEntity
  undone: number
}

/**
 * Undoes a change of the caller's own account: all of its rows or none. The rows must be as the change left them.
 * @returns the same again for a change that was undone before
 * @throws Refusal notFound, forbidden, undoExpired, undoChanged, undoTaken, referenceGone
 */
export async function undoChanges(db: Db, services: Services, actor: Actor, id: number): Promise<Undone> {
  const reversal = await db.maybe<Reversal>(sql`
    select entity, verb, permission, changes, rows, undone_at is not null as undone, expires_at < now() as expired
    from reversal where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and id = ${id} for update`)
  const known = reversal && undoableByKey(reversal.entity)
  if (!known) throw new Refusal('notFound')
  const { entity, rules } = known
  if (reversal.undone) return { entity, undone: reversal.rows }
  if (reversal.expired) throw new Refusal('undoExpired')
  if (!hasPermission(actor, reversal.permission)) throw new Refusal('forbidden')
  const context: Context = { db, services, actor, entity, rules, verb: reversal.verb }
  // Removals and changes lock rows in the order of their ids.
  const changes = [...reversal.changes].sort((a, b) => a.id - b.id)
  try {
    for (const change of changes) await (change.after ? revert(context, change) : restore(context, change))
  } catch (error) {
    throw Reflect.get(error as object, 'code') === '23505' ? new Refusal('undoTaken') : error
  }
  await db.execute(sql`
    update reversal set undone_at = now(), rows = ${changes.length}, changes = '[]'
    where tenant_id = ${actor.tenantId} and id = ${id}`)
  return { entity, undone: changes.length }
}

interface Context {
  db: Db
  services: Services
  actor: Actor
  entity: AnyEntity
  rules: UndoRules
  verb: string
}

/** Writes a removed row again, with what belongs to it. */
async function restore({ db, services, actor, entity, rules, verb }: Context, change: RowChange): Promise<void> {
  const names = await alikeNames(db, entity, actor, namesIn(entity, change.before))
  if (names.length > 0) throw new Refusal('undoTaken')
  await insertStored(db, tableOf(entity), change.before)
  for (const { table, rows } of change.parts ?? []) for (const row of rows) await insertStored(db, table, row)
  // Refuses a row that is no longer in the caller's scope.
  const row = await lockRow(db, entity, actor, change.id, permissionVerbOf(entity, verb) ?? verb)
  await rules.beforeWrite?.(services)?.(db, actor, { ...row }, row)
  await rules.afterRestore?.(db, actor, row)
}

/** The names of a stored row, as `alikeNames` compares them. */
function namesIn(entity: AnyEntity, row: StoredRow): Row {
  const column = columnOf(entity.label)
  const texts = row[columnOf(textsKeyOf(entity.label))]
  return { [entity.label]: row[column], ...(texts ? { [textsKeyOf(entity.label)]: JSON.parse(texts) } : {}) }
}

async function insertStored(db: Db, table: string, row: StoredRow): Promise<void> {
  const columns = (await columnsOf(db, table)).filter(column => column in row)
  const values = columns.map(column => sql`${column === 'tenant_id' ? Number(row[column]) : row[column]}`)
  await db.execute(sql`
    insert into ${identifier(table)} (${join(columns.map(identifier), ', ')}) overriding system value
    values (${join(values, ', ')})`)
}

/**
 * Columns of the declared fields. Others belong to the server, such as the subject of a sealed row, and stay; who changed
 * the row last is who undoes it.
 */
const declaredColumns = (entity: AnyEntity) =>
  new Set(Object.keys(entity.fields).flatMap(key => [columnOf(key), columnOf(textsKeyOf(key))]))

/** Gives a changed row its earlier values. */
async function revert({ db, services, actor, entity, rules, verb }: Context, change: RowChange): Promise<void> {
  const row = await lockRow(db, entity, actor, change.id, permissionVerbOf(entity, verb) ?? verb).catch(error => {
    // It was removed meanwhile.
    throw error instanceof Refusal && error.key === 'notFound' ? new Refusal('undoChanged') : error
  })
  const { before, after = {} } = change
  const now = await storedRow(db, entity, actor, change.id)
  if (!now || !isSame(now, after)) throw new Refusal('undoChanged')
  if (verb === 'changeStatus') await rules.beforeWrite?.(services)?.(db, actor, { status: before.status }, row)
  const declared = declaredColumns(entity)
  const columns = Object.keys(before).filter(
    column => declared.has(column) && column in now && before[column] !== now[column],
  )
  const table = identifier(tableOf(entity))
  const changes = columns.map(column => sql`${identifier(column)} = ${before[column]}`)
  await db.execute(sql`
    update ${table} set ${join([...changes, sql`updated_by = ${actor.accountId}`, sql`updated_at = now()`], ', ')}
    where ${tenantRows(entity, actor, table)} and id = ${change.id}`)
  await rules.afterRevert?.(verb, db, actor, { id: change.id, before, services })
}

/** Columns that an upgrade has added meanwhile are not compared. */
const isSame = (now: StoredRow, after: StoredRow) =>
  Object.keys(after).every(column => !(column in now) || now[column] === after[column])
