import { type Language, type Listed, phraseOf } from '@timbermark/contract'
import { all as phrases, translated } from '@timbermark/phrases/all'

export { translated }

/** A phrase by a key that is put together at run time; the key itself when there is none. */
export const word = (language: Language, key: string): string =>
  (phrases[language] as Record<string, string>)[key] ?? key

/** The text of a phrase that a key kept in the database names; undefined when there is none any more. */
export const phraseIn = (language: Language, key: string): string | undefined =>
  (phrases[language] as Record<string, string>)[key]

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

/** Delivered texts whose translation holds the searched text: keys below `prefix`. */
export function keysContaining(language: Language, prefix: string, text: string): string[] {
  const wanted = text.toLowerCase()
  return Object.entries(phrases[language]).flatMap(([key, value]) =>
    key.startsWith(prefix) && value.toLowerCase().includes(wanted) ? [key] : [],
  )
}
