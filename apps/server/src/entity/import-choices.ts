import { type AnyEntity, type Field, type Language, tableOf, type Texts } from '@timbermark/contract'
import type { Actor } from '../platform/actor.ts'
import type { Db } from '../platform/database/database.ts'
import { join, identifier, sql } from '../platform/database/sql.ts'
import { optionWord } from './export.ts'
import { targetOf } from './model.ts'
import { inLanguage, labelledBy, labelOrder, nameIn } from './names.ts'
import { readableRows, rowsInScope, canLookUp } from './tenant-rows.ts'

/** The allowed values of a column, in words. */
export interface Choices {
  labels: readonly string[]
  /** There are more than can be listed. */
  more: boolean
}

/** More than this is too many for a drop-down list. */
const mostListed = 500

/** The choices of each import column that has any: entries in use, records in scope. */
export async function choicesOf(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  language: Language,
  keys: readonly string[],
): Promise<Map<string, Choices>> {
  const choices = new Map<string, Choices>()
  for (const key of keys) {
    const field = entity.fields[key]
    const labels = field && (await labelsOf(db, entity, key, field, actor, language))
    if (labels) choices.set(key, { labels: labels.slice(0, mostListed), more: labels.length > mostListed })
  }
  return choices
}

async function labelsOf(
  db: Db,
  entity: AnyEntity,
  key: string,
  field: Field,
  actor: Actor,
  language: Language,
): Promise<string[] | undefined> {
  if (field.kind === 'choice') return field.options.map(option => optionWord(entity, key, option, language))
  if (field.kind === 'flag') return ['true', 'false'].map(option => optionWord(entity, key, option, language))
  if (field.kind === 'dict') return entriesInUse(db, field.dict, language)
  const target = targetOf(field)
  if (!target) return undefined
  const scope = target.people ? canLookUp(target, actor) : rowsInScope(target, actor, 'list')
  const inUse = target.fields.status?.kind === 'dict' ? sql`t.status = '0'` : sql`true`
  const rows = await db.query<{ label: string }>(sql`
    select ${join(labelledBy(sql`t`, target, 'label'), ', ')} from ${identifier(tableOf(target))} t
    where ${readableRows(target, actor)} and ${scope} and ${inUse}
    order by ${labelOrder(sql`t`, target, language)}, t.id limit ${mostListed + 1}`)
  const labels = { fields: { label: target.fields[target.label]! } }
  return inLanguage(labels, language, rows).map(row => row.label)
}

/** Labels of a dictionary's entries in use. */
export async function entriesInUse(db: Db, dict: string, language: Language): Promise<string[]> {
  const rows = await db.query<{ label: string; texts: Texts; key: string | null }>(sql`
    select dict_label as label, dict_label_texts as texts, label_key as key from dict_data
    where dict_type = ${dict} and status = '0' order by dict_sort, id`)
  return rows.map(row => nameIn(language, row.label, row.texts, row.key))
}
