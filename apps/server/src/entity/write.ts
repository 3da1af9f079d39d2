import {
  fieldsNeedingVersion,
  type AnyEntity,
  canonicalValue,
  checkBody,
  columnOf,
  fileIdOf,
  type Issue,
  isFilesKind,
  type Language,
  tableOf,
  versionFields,
} from '@timbermark/contract'
import type { UndoOffer } from '@timbermark/contract/calls'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import type { Services } from '../platform/services.ts'
import { cleanRichText, picturesIn } from '../platform/files/rich-text.ts'
import { assertValid, invalid, Refusal } from '../platform/refusal.ts'
import { byDefault, insertRows } from '../platform/database/insert-rows.ts'
import { allOf, join, identifier, sql } from '../platform/database/sql.ts'
import { type AlikeNames, alikeNames } from './alike-names.ts'
import type { Against } from './rights.ts'
import { ownerOf, stored } from './model.ts'
import { lockedNameKeys, lockedNames, textsColumns, textsJson, withNames } from './names.ts'
import { tenantRows, rowsInScope } from './tenant-rows.ts'
import { dictionaryIssues, dictionaryIssuesOfAll, referenceIssues, referenceIssuesOfAll } from './references.ts'
import { textPictureIssues } from './text-pictures.ts'
import { canUndo, offerUndo, partsOf, type RowChange, storedRow } from './undo.ts'

/** Rule of an area beyond the declaration; runs inside the transaction, before the row is written. */
export type BeforeWrite = (db: Db, actor: Actor, body: Row, before: Row | undefined) => Promise<void>

export interface EntityHooks {
  beforeWrite?: BeforeWrite
  /** A rule that needs more of the process than the transaction, in place of `beforeWrite`; routes bind it. */
  beforeWriteIn?: (services: Services) => BeforeWrite
  /** Further effects of a change, after the row is written. */
  afterEdit?: (db: Db, services: Pick<Services, 'secrets' | 'settings'>, actor: Actor, id: number) => Promise<void>
  /** Refuses or prepares the removal of one record. */
  beforeRemove?: (db: Db, actor: Actor, row: Row) => Promise<void>
  /** Further effects, when a removed record is restored. */
  afterRestore?: (db: Db, actor: Actor, row: Row) => Promise<void>
  /** Refusals of verbs on a row, in addition to permission and state. */
  against?: (row: Row, actor: Actor) => Against
  /** Files of these fields may be seen by anyone (they appear on public pages). */
  publicFiles?: readonly string[]
}

/**
 * Locks one record for a change.
 * @throws Refusal notFound
 */
export async function lockRow(db: Db, entity: AnyEntity, actor: Actor, id: number, verb: string): Promise<Row> {
  const columns = [
    ...Object.keys(entity.fields).map(key => sql`t.${identifier(columnOf(key))} as ${identifier(columnOf(key))}`),
    ...lockedNames(entity),
  ]
  const row = await db.maybe<Row>(
    sql`select t.id, ${join(columns, ', ')} from ${identifier(tableOf(entity))} t
      where ${allOf([tenantRows(entity, actor), sql`t.id = ${id}`, rowsInScope(entity, actor, verb)])} for update of t`,
  )
  if (!row) throw new Refusal('notFound')
  return Object.fromEntries([
    ['id', row.id],
    ...Object.keys(entity.fields).map(key => [key, row[columnOf(key)]]),
    ...lockedNameKeys(entity).map(key => [key, row[key]]),
  ])
}

function filesIn(entity: AnyEntity, body: Row): { key: string; ids: string[] }[] {
  return Object.entries(entity.fields)
    .filter(([key, field]) => isFilesKind(field) && Array.isArray(body[key]))
    .map(([key]) => ({ key, ids: (body[key] as unknown[]).map(item => fileIdOf(item)!) }))
}

async function claimFiles(
  { db, files, entity, hooks }: { db: Db; files: Files; entity: AnyEntity; hooks: EntityHooks },
  id: number,
  body: Row,
): Promise<void> {
  for (const { key, ids } of filesIn(entity, body))
    await files.claim(db, ownerOf(entity, id), ids, hooks.publicFiles?.includes(key) ?? false)
  // Pictures inside rich text are shown without a signature, which would expire: they are public.
  for (const [key, field] of Object.entries(entity.fields))
    if (field.kind === 'richText' && typeof body[key] === 'string')
      await files.claim(db, ownerOf(entity, id), picturesIn(cleanRichText(body[key])), true)
}

/**
 * An upload may be of any type and size that some field accepts; the field it is saved in narrows both. The content
 * decides the type. A missing file is refused when it is claimed.
 */
async function checkFiles(db: Db, entity: AnyEntity, actor: Actor, body: Row): Promise<Issue[]> {
  const fieldFiles = filesIn(entity, body)
  const ids = fieldFiles.flatMap(item => item.ids)
  if (ids.length === 0) return []
  const rows = await db.query<{ id: string; extension: string; size: number }>(
    sql`select id, extension, size from file_object where tenant_id = ${actor.tenantId} and id = any(${ids})`,
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  return fieldFiles.flatMap(({ key, ids: fileIds }): Issue[] => {
    const field = entity.fields[key]!
    if (field.kind !== 'images' && field.kind !== 'files' && field.kind !== 'video') return []
    const existing = fileIds.flatMap(id => byId.get(id) ?? [])
    const taken = new Set(field.types.map(type => (type === 'jpeg' ? 'jpg' : type)))
    if (existing.some(file => !taken.has(file.extension)))
      return [{ field: key, error: 'fileType', params: { types: field.types.join(', ') } }]
    if (existing.some(file => file.size > field.maxMegabytes * 1024 * 1024))
      return [{ field: key, error: 'fileTooLarge', params: { max: `${field.maxMegabytes} MB` } }]
    return []
  })
}

/** Checks that need the database: dictionaries, files, pictures inside text. */
async function checkReferences(db: Db, entity: AnyEntity, actor: Actor, body: Row, before?: Row): Promise<Issue[]> {
  return [
    ...(await dictionaryIssues(db, entity, body, before)),
    ...(await checkFiles(db, entity, actor, body)),
    ...(await textPictureIssues(db, entity, actor, body)),
  ]
}

/**
 * Adds a record.
 * @param language the caller's, in which plain names are
 * @returns its id
 */
export async function addRow(
  db: Db,
  files: Files,
  entity: AnyEntity,
  actor: Actor,
  input: Row,
  hooks: EntityHooks = {},
  language?: Language,
): Promise<number> {
  const body = newBody(entity, input, language)
  assertValid([
    ...(await checkReferences(db, entity, actor, body)),
    ...(await referenceIssues(db, entity, actor, body)),
    ...(await alikeNames(db, entity, actor, body)),
  ])
  await hooks.beforeWrite?.(db, actor, body, undefined)
  const values = [...valuesOfNew(entity, actor, body), ...textsColumns(entity, body)]
  const { id } = await db.one<{ id: number }>(sql`
    insert into ${identifier(tableOf(entity))} (${join(
      values.map(([column]) => identifier(column)),
      ', ',
    )})
    values (${join(
      values.map(([, value]) => sql`${value}`),
      ', ',
    )}) returning id`)
  await claimFiles({ db, files, entity, hooks }, id, body)
  return id
}

/** The body of a new record by its declaration, before the checks that need the database. @throws Refusal invalid */
export function newBody(entity: AnyEntity, input: Row, language: Language | undefined): Row {
  assertValid(checkBody(entity, input, 'add'))
  return withNames(entity, input, undefined, language)
}

/** The columns of a new row and their values, without the texts of its names. */
function valuesOfNew(entity: AnyEntity, actor: Actor, body: Row): [column: string, value: unknown][] {
  const values: [string, unknown][] = []
  for (const [key, field] of Object.entries(entity.fields)) {
    const value = body[key] ?? ('default' in field ? field.default : undefined)
    if (value !== undefined) values.push([columnOf(key), stored(field, value)])
  }
  if (entity.tenancy !== 'platform') values.push(['tenant_id', actor.tenantId])
  if (entity.scoped) values.push(['dept_id', actor.deptId])
  values.push(['created_by', actor.accountId], ['updated_by', actor.accountId])
  return values
}

/**
 * Adds many records by few statements: all or none. A refusal does not tell which record it is about; add them one by one
 * to learn that.
 * @param bodies of `newBody`, without files
 * @param alike the names that they may not have
 * @throws Refusal, and errors of the database that mean one
 */
export async function addRows(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  bodies: readonly Row[],
  alike: AlikeNames,
  hooks: EntityHooks = {},
): Promise<void> {
  assertValid([
    ...(await dictionaryIssuesOfAll(db, entity, bodies)),
    ...(await referenceIssuesOfAll(db, entity, actor, bodies)),
    ...alike.issuesOf(bodies),
  ])
  if (hooks.beforeWrite) for (const body of bodies) await hooks.beforeWrite(db, actor, body, undefined)
  const rows = bodies.map(
    (body): Row => Object.fromEntries([...valuesOfNew(entity, actor, body), ...textsJson(entity, body)]),
  )
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  await insertRows(
    db,
    tableOf(entity),
    rows.map(row => Object.fromEntries(columns.map(column => [column, column in row ? row[column] : byDefault]))),
  )
}

/** The values of a body that differ from the record's: a name that was alike before may stay. */
const changedOf = (body: Row, before: Row): Row =>
  Object.fromEntries(Object.entries(body).filter(([key, value]) => value !== before[key]))

/**
 * Changes the given fields of a record; other fields stay.
 * @throws Refusal notFound, stateRefused, changedSince
 */
export async function editRow(
  db: Db,
  services: Pick<Services, 'files' | 'secrets' | 'settings'>,
  entity: AnyEntity,
  actor: Actor,
  input: Row,
  hooks: EntityHooks = {},
  language?: Language,
): Promise<void> {
  const id = idOf(input.id)
  assertValid(checkBody(entity, input, 'edit'))
  const before = await lockRow(db, entity, actor, id, 'edit')
  for (const { field, seen } of fieldsNeedingVersion(entity, input))
    if (before[field] !== true && before[seen] !== input.seen) throw new Refusal('changedSince')
  const body = withNames(entity, input, before, language)
  assertValid(await checkReferences(db, entity, actor, body, before))
  if (entity.states && !entity.states.editable.includes(before[entity.states.field] as string))
    throw new Refusal('stateRefused')
  for (const [key, field] of Object.entries(entity.fields)) {
    const isSame = stored(field, body[key]) === before[key] || canonicalValue(field, body[key]) === before[key]
    if (field.createOnly && key in body && !isSame)
      throw invalid([{ field: key, error: 'unknownField', params: { name: key } }])
  }
  assertValid([
    ...(await referenceIssues(db, entity, actor, body, before)),
    ...(await alikeNames(db, entity, actor, changedOf(body, before), id)),
  ])
  await hooks.beforeWrite?.(db, actor, body, before)
  const table = identifier(tableOf(entity))
  const changes = Object.entries(entity.fields).flatMap(([key, field]) =>
    key in body && !field.createOnly ? [sql`${identifier(columnOf(key))} = ${stored(field, body[key])}`] : [],
  )
  for (const [column, value] of textsColumns(entity, body)) changes.push(sql`${identifier(column)} = ${value}`)
  for (const key of versionFields(entity))
    changes.push(sql`${identifier(columnOf(key))} = ${identifier(columnOf(key))} + 1`)
  await db.execute(
    sql`update ${table} set ${join([...changes, sql`updated_by = ${actor.accountId}`, sql`updated_at = now()`], ', ')}
      where ${tenantRows(entity, actor, table)} and id = ${id}`,
  )
  await claimFiles({ db, files: services.files, entity, hooks }, id, body)
  await hooks.afterEdit?.(db, services, actor, id)
}

/**
 * Removes records, all or none.
 * @returns their number, and how to undo it where the entity allows that
 * @throws Refusal notFound, inUse, stateRefused
 */
export async function removeRows(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  ids: readonly number[],
  hooks: EntityHooks = {},
): Promise<{ removed: number; undo?: UndoOffer }> {
  const undoable = canUndo(entity, 'remove')
  const changes: RowChange[] = []
  for (const id of [...ids].sort((a, b) => a - b)) {
    const row = await lockRow(db, entity, actor, id, 'remove')
    if (entity.states && !entity.states.removable.includes(row[entity.states.field] as string))
      throw new Refusal('stateRefused')
    await hooks.beforeRemove?.(db, actor, row)
    const before = undoable && (await storedRow(db, entity, actor, id))
    if (before) changes.push({ id, before, parts: await partsOf(db, entity, actor, id) })
    await db.execute(
      sql`delete from ${identifier(tableOf(entity))} t where ${tenantRows(entity, actor)} and t.id = ${id}`,
    )
  }
  return { removed: ids.length, ...(await offerUndo(db, entity, actor, 'remove', changes)) }
}

/**
 * Parses an id of a request.
 * @throws Refusal invalid
 */
export function idOf(value: unknown, field = 'id'): number {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (!Number.isSafeInteger(id) || (id as number) <= 0)
    throw invalid([{ field, error: value === undefined ? 'required' : 'notInteger' }])
  return id as number
}

/** Parses `1,2,3` from a path, at most 100 ids. */
export function idsOf(text: string): number[] {
  const ids = text.split(',').map(part => idOf(part, 'ids'))
  if (ids.length > 100) throw invalid([{ field: 'ids', error: 'tooManyItems', params: { max: 100 } }])
  return [...new Set(ids)]
}
