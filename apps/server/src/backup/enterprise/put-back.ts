import { randomBytes } from 'node:crypto'
import { type AnyEntity, columnOf, entities, keyOf, permissionVerbOf, tableOf, textsKeyOf } from '@timbermark/contract'
import { alikeNames } from '../../entity/alike-names.ts'
import { type StoredRow, undoableByKey } from '../../entity/undo.ts'
import { lockRow } from '../../entity/write.ts'
import type { Actor } from '../../platform/actor.ts'
import { databaseRefusal } from '../../platform/database/database-refusal.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { identifier, join, sql } from '../../platform/database/sql.ts'
import { refusalMessage } from '../../platform/refusal-body.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { hashPassword } from '../../areas/system/identity/passwords.ts'
import { takeSignInName } from '../../areas/system/identity/sign-in-names.ts'
import { type ChangedRow, keyOfRow } from './compare.ts'
import type { MissingFiles } from './missing-files.ts'
import { isAsSealed, noteReason } from './sealed-rows.ts'
import { tableClasses } from './table-classes.ts'
import type { TableShape } from './table-shape.ts'

/** A row that stays as it is, and why. */
export interface LeftRow {
  table: string
  key: string
  why: string
}

/** What writing rows needs. */
export interface Writing {
  db: Db
  services: Services
  tenant: number
  actor: Actor
  /** Why the rows change, where a change of goods with issued codes is shown to the public. */
  reason: string
  files: MissingFiles
  signal?: AbortSignal | undefined
}

/** Rows of a table to put back. */
export interface MissingRows {
  shape: TableShape
  rows: readonly StoredRow[]
}

const entityOf = (table: string): AnyEntity | undefined =>
  (entities as readonly AnyEntity[]).find(entity => tableOf(entity) === table)

/**
 * Puts rows back, each by itself: one that is refused leaves the others. Rows that refer to each other are tried again as
 * long as that helps.
 * @param whenBack is told each row that is there again
 * @returns the rows that are not
 */
export async function putBack(
  writing: Writing,
  tables: readonly MissingRows[],
  whenBack: (shape: TableShape, row: StoredRow) => void,
): Promise<LeftRow[]> {
  const left: LeftRow[] = []
  let waiting = tables.flatMap(({ shape, rows }) => rows.map(row => ({ shape, row })))
  for (;;) {
    const next: typeof waiting = []
    for (const one of waiting) {
      writing.signal?.throwIfAborted()
      const { shape, row } = one
      const error = await attempt(writing.db, () => insertRow(writing, shape, row))
      if (error === undefined) whenBack(shape, row)
      else if (isReferenceGone(error)) next.push(one)
      else left.push({ table: shape.table, key: keyOfRow(shape, row), why: whyOf(error) })
    }
    if (next.length === 0) return left
    if (next.length === waiting.length) {
      const why = 'what it refers to is not there and not put back'
      return [...left, ...next.map(({ shape, row }) => ({ table: shape.table, key: keyOfRow(shape, row), why }))]
    }
    waiting = next
  }
}

/** @returns the error that refused the work, whose writes are undone then. @throws anything that is no refusal */
async function attempt(db: Db, work: () => Promise<void>): Promise<unknown> {
  await db.execute(sql`savepoint restored_row`)
  try {
    await work()
    await db.execute(sql`release savepoint restored_row`)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Left) && databaseRefusal(error) === undefined) throw error
    await db.execute(sql`rollback to savepoint restored_row`)
    return error
  }
}

/** A reason of this command to leave a row. */
class Left extends Error {}

const isReferenceGone = (error: unknown) =>
  !(error instanceof Left) && (error instanceof Refusal ? error : databaseRefusal(error))?.key === 'referenceGone'

function whyOf(error: unknown): string {
  if (error instanceof Left) return error.message
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23505' || code === '23P01') return `taken meanwhile by another row (${constraint})`
  const refusal = error instanceof Refusal ? error : databaseRefusal(error)!
  return `refused: ${refusalMessage('en', refusal)}`
}

async function insertRow(writing: Writing, shape: TableShape, row: StoredRow): Promise<void> {
  const { db, tenant, actor } = writing
  const entity = entityOf(shape.table)
  if (entity && (await alikeNames(db, entity, actor, namesIn(entity, row))).length > 0)
    throw new Left('taken meanwhile by a row whose name looks the same')
  const values = { ...row, ...freshValues(shape.table, row) }
  if (shape.table === 'account') values.password_hash = await unknownPassword()
  const columns = shape.columns.filter(({ name }) => name in values)
  await db.execute(sql`
    insert into ${identifier(shape.table)} (${join(columns.map(({ name }) => identifier(name)))}) overriding system value
    values (${join(columns.map(({ name, type }) => (name === 'tenant_id' ? sql`${tenant}` : sql`${values[name]}::${identifier(type)}`)))})`)
  if (shape.table === 'dept') await placeDept(writing, Number(row.id))
  if (shape.table === 'account') await takeSignInName(db, tenant, Number(row.id), row.user_name ?? '')
  await writing.files.putBack(writing, shape, row)
  const declared = tableClasses[shape.table]
  const isRuled = declared?.class === 'restorable' && declared.withoutRule === undefined
  if (entity && isRuled) await checkRule(writing, entity, Number(row.id))
}

function freshValues(table: string, row: StoredRow): Record<string, string | null> {
  const declared = tableClasses[table]
  if (declared?.class !== 'restorable') return {}
  return Object.fromEntries(
    Object.entries(declared.fresh ?? {}).map(([column, value]) => [
      column,
      typeof value === 'function' ? value(row[column] ?? null) : value,
    ]),
  )
}

/** A password that nobody knows: an administrator sets one. */
let unknown: Promise<string> | undefined
function unknownPassword(): Promise<string> {
  unknown ??= hashPassword(randomBytes(24).toString('base64url'))
  return unknown
}

/** The departments above it may have been moved. */
async function placeDept({ db, tenant }: Writing, id: number): Promise<void> {
  await db.execute(sql`
    update dept t set ancestors = p.ancestors || p.id from dept p
    where t.tenant_id = ${tenant} and t.id = ${id} and p.tenant_id = ${tenant} and p.id = t.parent_id`)
}

/** The rule of saving: what could not be saved now is not restored either. */
async function checkRule(writing: Writing, entity: AnyEntity, id: number): Promise<void> {
  const rules = undoableByKey(keyOf(entity))?.rules
  const rule = rules?.beforeWrite?.(writing.services)
  if (!rule && !rules?.afterRestore) return
  const row = await lockRow(writing.db, entity, writing.actor, id, permissionVerbOf(entity, 'edit') ?? 'edit')
  await rule?.(writing.db, writing.actor, { ...row }, row)
  await rules?.afterRestore?.(writing.db, writing.actor, row)
}

/** The names of a stored row, as `alikeNames` compares them. */
function namesIn(entity: AnyEntity, row: StoredRow): Row {
  const texts = row[columnOf(textsKeyOf(entity.label))]
  return {
    [entity.label]: row[columnOf(entity.label)],
    ...(texts ? { [textsKeyOf(entity.label)]: JSON.parse(texts) } : {}),
  }
}

/** Columns that say who wrote a row and when, and are never taken from a backup. */
const stamps = ['created_by', 'created_at', 'updated_by', 'updated_at', 'revision', 'dept_id']

/**
 * Columns of a changed row that get their earlier values: those of declared fields, or of all columns of a table that is
 * no entity.
 */
function columnsToRevert(shape: TableShape, changed: ChangedRow): string[] {
  const declared = tableClasses[shape.table]
  const stays = new Set([...stamps, ...((declared?.class === 'restorable' && declared.stays) || [])])
  const entity = entityOf(shape.table)
  const fields =
    entity && new Set(Object.keys(entity.fields).flatMap(key => [columnOf(key), columnOf(textsKeyOf(key))]))
  return changed.columns.filter(column => !stays.has(column) && (fields?.has(column) ?? true))
}

/** Gives changed rows their earlier values. @returns the rows that stay as they are */
export async function overwrite(
  writing: Writing,
  shape: TableShape,
  rows: readonly ChangedRow[],
  whenBack: (shape: TableShape, row: StoredRow) => void,
): Promise<LeftRow[]> {
  const left: LeftRow[] = []
  for (const changed of rows) {
    writing.signal?.throwIfAborted()
    const columns = columnsToRevert(shape, changed)
    // Only times or what follows from other rows differ.
    if (columns.length === 0) continue
    const error = await attempt(writing.db, () => revertRow(writing, shape, changed, columns))
    if (error === undefined) whenBack(shape, changed.before)
    else left.push({ table: shape.table, key: changed.key, why: whyOf(error) })
  }
  return left
}

async function revertRow(
  writing: Writing,
  shape: TableShape,
  { before, now }: ChangedRow,
  columns: readonly string[],
): Promise<void> {
  const { db, services, tenant, actor, reason } = writing
  const declared = tableClasses[shape.table]
  const version = declared?.class === 'restorable' ? declared.version : undefined
  if (before.created_at !== now.created_at) throw new Left('another row has this number now')
  if (version !== undefined && before[version] !== now[version]) throw new Left('it has another version now')
  const entity = entityOf(shape.table)
  const id = Number(before.id)
  const verb = entity ? (permissionVerbOf(entity, 'edit') ?? 'edit') : ''
  const was = entity && (await lockRow(db, entity, actor, id, verb))
  const typeOf = new Map(shape.columns.map(({ name, type }) => [name, type]))
  const value = (row: StoredRow, column: string) => sql`${row[column]}::${identifier(typeOf.get(column)!)}`
  const sets = [
    ...columns.map(column => sql`${identifier(column)} = ${value(before, column)}`),
    ...(typeOf.has('updated_at') ? [sql`updated_by = null, updated_at = now()`] : []),
    ...(typeOf.has('revision') ? [sql`revision = revision + 1`] : []),
  ]
  const key = shape.key.map(({ name }) => sql`t.${identifier(name)} = ${value(before, name)}`)
  const still = columns.map(column => sql`t.${identifier(column)}::text is not distinct from ${now[column]}`)
  const written = await db.execute(sql`
    update ${identifier(shape.table)} t set ${join(sets)} where t.tenant_id = ${tenant} and ${join([...key, ...still], ' and ')}`)
  if (written !== 1) throw new Left('it was changed at this moment: run the command again')
  if (!entity || !was) return
  if ((await alikeNames(db, entity, actor, namesIn(entity, before), id)).length > 0)
    throw new Left('taken meanwhile by a row whose name looks the same')
  await writing.files.putBack(writing, shape, before)
  if (await isAsSealed(db, tenant, shape.table, id)) return
  const is = await lockRow(db, entity, actor, id, verb)
  const body = Object.fromEntries(Object.entries(is).filter(([field]) => columns.includes(columnOf(field))))
  const rule = undoableByKey(keyOf(entity))?.rules.beforeWrite?.(services)
  await rule?.(db, actor, { ...body, changeReason: reason }, was)
  await noteReason(db, tenant, shape.table, id, reason)
}
