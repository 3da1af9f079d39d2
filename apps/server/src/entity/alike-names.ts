import {
  type AnyEntity,
  columnOf,
  type Issue,
  keyOf,
  type Language,
  languages,
  tableOf,
  textsKeyOf,
  textsOf,
} from '@timbermark/contract'
import { nameKey } from '@timbermark/contract/reading'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import { identifier, type Sql, sql } from '../platform/database/sql.ts'
import { isNaming } from './names.ts'
import { tenantRows } from './tenant-rows.ts'

/** Names that are unique only below a parent, or among versions of others. */
const inParts = new Set(['system/dept', 'stage/template'])

/** The unique name of an entity's records: the field that names them. */
export function uniqueName(entity: AnyEntity): { key: string; error: Issue['error'] } | undefined {
  const key = entity.label
  const unique = entity.unique?.find(({ fields }) => fields.length === 1 && fields[0] === key)
  return unique && entity.fields[key]?.kind === 'text' && !inParts.has(keyOf(entity))
    ? { key, error: unique.error }
    : undefined
}

/** A name of a body, as it is compared with those of other records. */
interface ComparedName {
  /** The field that a refusal names. */
  field: string
  /** Where records keep such a name: the column itself, or its texts in one language. */
  at: Language | undefined
  name: string
}

function comparedNames(entity: AnyEntity, key: string, body: Row): ComparedName[] {
  const names: ComparedName[] = []
  if (typeof body[key] === 'string') names.push({ field: key, at: undefined, name: nameKey(body[key]) })
  if (!isNaming(entity.fields[key])) return names
  const texts = textsOf(body[textsKeyOf(key)])
  for (const language of languages) {
    const text = texts[language]
    if (text === undefined) continue
    // The main text is the one in the caller's language.
    const field = text === body[key] ? key : `${textsKeyOf(key)}.${language}`
    names.push({ field, at: language, name: nameKey(text) })
  }
  return names
}

/** The compared form of the names of records. */
function storedNameKey(key: string, at: Language | undefined): Sql {
  return at === undefined
    ? sql`name_key(t.${identifier(columnOf(key))})`
    : sql`name_key(t.${identifier(columnOf(textsKeyOf(key)))} ->> ${at})`
}

/**
 * Issues of names that people would take for one that exists: it differs in case, width, white space, apostrophes or
 * invisible characters only. The unique constraints compare the texts themselves.
 * @param id of the changed record; undefined for a new one
 */
export async function alikeNames(db: Db, entity: AnyEntity, actor: Actor, body: Row, id?: number): Promise<Issue[]> {
  const { key, error } = uniqueName(entity) ?? {}
  if (key === undefined || error === undefined) return []
  const other = id === undefined ? sql`true` : sql`t.id <> ${id}`
  for (const { field, at, name } of comparedNames(entity, key, body)) {
    const match = await db.maybe(sql`
      select t.id from ${identifier(tableOf(entity))} t
      where ${tenantRows(entity, actor)} and ${other} and ${storedNameKey(key, at)} = ${name} limit 1`)
    if (match) return [{ field, error }]
  }
  return []
}

/** The names that new rows of a list may not have: those of records, and of rows of the list that were added. */
export class AlikeNames {
  readonly #entity: AnyEntity
  readonly #unique: ReturnType<typeof uniqueName>
  readonly #taken = new Set<string>()

  private constructor(entity: AnyEntity) {
    this.#entity = entity
    this.#unique = uniqueName(entity)
  }

  /**
   * Names of records are compared once for the whole list: in a table that grows by the list the database has no statistics
   * that would make it use the index.
   * @param texts every name of the list, in any language
   */
  static async load(db: Db, entity: AnyEntity, actor: Actor, texts: Iterable<string>): Promise<AlikeNames> {
    const alike = new AlikeNames(entity)
    const { key } = alike.#unique ?? {}
    const names = [...new Set([...texts].map(nameKey))]
    if (key === undefined || names.length === 0) return alike
    for (const at of [undefined, ...(isNaming(entity.fields[key]) ? languages : [])]) {
      const name = storedNameKey(key, at)
      const rows = await db.query<{ name: string }>(sql`
        select ${name} as name from ${identifier(tableOf(entity))} t
        where ${tenantRows(entity, actor)} and ${name} = any(${names})`)
      for (const row of rows) alike.#taken.add(placeOf(at, row.name))
    }
    return alike
  }

  /** What is wrong with the names of new rows, as `alikeNames` says it of one, and with names that are alike among them. */
  issuesOf(bodies: readonly Row[]): Issue[] {
    if (!this.#unique) return []
    const { key, error } = this.#unique
    const listed = new Set<string>()
    for (const body of bodies) {
      const names = comparedNames(this.#entity, key, body)
      for (const { field, at, name } of names)
        if (this.#taken.has(placeOf(at, name)) || listed.has(placeOf(at, name))) return [{ field, error }]
      for (const { at, name } of names) listed.add(placeOf(at, name))
    }
    return []
  }

  /** The rows were added. */
  take(bodies: readonly Row[]): void {
    if (!this.#unique) return
    for (const body of bodies)
      for (const { at, name } of comparedNames(this.#entity, this.#unique.key, body)) this.#taken.add(placeOf(at, name))
  }
}

const placeOf = (at: Language | undefined, name: string) => `${at ?? ''} ${name}`
