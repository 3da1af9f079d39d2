import { type Language, type Listed, phraseOf } from '@timbermark/contract'
import { searchKey } from '@timbermark/contract/reading'
import { all as phrases, translated } from '@timbermark/phrases/all'

export { translated }

/** A phrase by a key that is computed at run time; the key itself when there is none. */
export const word = (language: Language, key: string): string =>
  (phrases[language] as Record<string, string>)[key] ?? key

/** The text of a phrase whose key is stored in the database; undefined when it no longer exists. */
export const phraseIn = (language: Language, key: string): string | undefined =>
  (phrases[language] as Record<string, string>)[key]

/** Label of a field; common fields such as the creation time use a common label when they have none of their own. */
export function fieldWord(language: Language, listed: Listed, field: string): string {
  const key = `${phraseOf(listed)}.${field}`
  const label = word(language, key)
  return label === key ? word(language, `common.${field}`) : label
}

/** Name of a role: built-in roles have a name in the user's language. */
export function roleName(language: Language, role: { key: string; name: string; builtIn: boolean }): string {
  return role.builtIn ? translated(language, `role.${role.key}`, role.name) : role.name
}

/** Keys below `prefix` of phrases whose text contains the searched text. */
export function keysContaining(language: Language, prefix: string, text: string): string[] {
  const searched = searchKey(text) || text
  return Object.entries(phrases[language]).flatMap(([key, value]) =>
    key.startsWith(prefix) && searchKey(value).includes(searched) ? [key] : [],
  )
}
