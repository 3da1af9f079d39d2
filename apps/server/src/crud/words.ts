import { type Language, type Listed, phraseOf } from '@timbermark/contract'
import { all as phrases, translated } from '@timbermark/phrases/all'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export { translated }

/** A phrase by a key that is put together at run time; the key itself when there is none. */
export const word = (language: Language, key: string): string =>
  (phrases[language] as Record<string, string>)[key] ?? key

/** What a field is called; when and by whom a row was made has a common word where it has none of its own. */
export function fieldWord(language: Language, listed: Listed, field: string): string {
  const own = `${phraseOf(listed)}.${field}`
  const found = word(language, own)
  return found === own ? word(language, `common.${field}`) : found
}

/** Name of a role: delivered ones are called in the reader's language. */
export function roleName(language: Language, role: { key: string; name: string; builtIn: boolean }): string {
  return role.builtIn ? translated(language, `role.${role.key}`, role.name) : role.name
}

/** Labels of a dictionary's values. */
export async function dictionaryWords(db: Db, type: string, language: Language): Promise<Map<string, string>> {
  const rows = await db.query<{ value: string; label: string; key: string | null }>(
    sql`select dict_value as value, dict_label as label, label_key as key from dict_data where dict_type = ${type} order by dict_sort, id`,
  )
  return new Map(rows.map(row => [row.value, translated(language, row.key, row.label)]))
}

/** Delivered texts whose translation holds the searched text: keys below `prefix`. */
export function keysContaining(language: Language, prefix: string, text: string): string[] {
  const wanted = text.toLowerCase()
  return Object.entries(phrases[language]).flatMap(([key, value]) =>
    key.startsWith(prefix) && value.toLowerCase().includes(wanted) ? [key] : [],
  )
}
