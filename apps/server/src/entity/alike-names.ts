import {
  type AnyEntity,
  columnOf,
  type Issue,
  keyOf,
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

/**
 * Issues of names that people would take for one that exists: it differs in case, width, white space, apostrophes or
 * invisible characters only. The unique constraints compare the texts themselves.
 * @param id of the changed record; undefined for a new one
 */
export async function alikeNames(db: Db, entity: AnyEntity, actor: Actor, body: Row, id?: number): Promise<Issue[]> {
  const { key, error } = uniqueName(entity) ?? {}
  if (key === undefined || error === undefined) return []
  const column = sql`t.${identifier(columnOf(key))}`
  const same: { field: string; condition: Sql }[] = []
  if (typeof body[key] === 'string')
    same.push({ field: key, condition: sql`name_key(${column}) = ${nameKey(body[key])}` })
  if (isNaming(entity.fields[key])) {
    const texts = textsOf(body[textsKeyOf(key)])
    const inLanguages = sql`t.${identifier(columnOf(textsKeyOf(key)))}`
    for (const language of languages) {
      const text = texts[language]
      if (text === undefined) continue
      const condition = sql`name_key(${inLanguages} ->> ${language}) = ${nameKey(text)}`
      // The main text is the one in the caller's language.
      same.push({ field: text === body[key] ? key : `${textsKeyOf(key)}.${language}`, condition })
    }
  }
  const other = id === undefined ? sql`true` : sql`t.id <> ${id}`
  for (const { field, condition } of same) {
    const match = await db.maybe(sql`
      select t.id from ${identifier(tableOf(entity))} t
      where ${tenantRows(entity, actor)} and ${other} and ${condition} limit 1`)
    if (match) return [{ field, error }]
  }
  return []
}
