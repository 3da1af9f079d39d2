import { type Language, languages } from '@timbermark/contract'
import { searchKey } from '@timbermark/contract/reading'
import sql, { empty, join, raw, Sql } from 'sql-template-tag'

export { empty, join, raw, Sql, sql }

/**
 * As a value of a statement: the tenant of the transaction that sends it, the same that row security compares with. Each
 * table of tenants in a statement is compared with a value, because a distributed database finds the machine that has the
 * rows by values, not by an equality with another table. Across tenants there is no such tenant, and the statement fails.
 */
export const currentTenant: unique symbol = Symbol('tenant of the transaction')

/** A table or column name from a declaration, quoted; anything but lower-case words is refused. */
export function identifier(identifier: string): Sql {
  if (!/^[a-z_][a-z0-9_]*$/.test(identifier)) throw new Error(`Not an identifier: ${identifier}`)
  return raw(`"${identifier}"`)
}

/** Joins conditions by AND; no condition at all is `true`. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? raw('true') : join(conditions, ' and ')
}

/** Escapes `%`, `_` and `\` so that a search text is matched literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Whether an indexed column has a value of the outer query, for `exists`. Written as an equation it makes the planner
 * read the whole table where a few values fill it: it expects a match in the first row, and there may be none at all.
 */
export const equalsByIndex = (column: Sql, value: Sql): Sql => sql`${column} between ${value} and ${value}`

/**
 * Rows whose text contains what somebody searches for. Case, accents, width, apostrophes and hyphens do not count, and
 * Chinese is also found by the initials of its pronunciation.
 */
export function containsText(column: Sql, text: string): Sql {
  const key = searchKey(text)
  // Nothing but punctuation is looked for as it is.
  if (key === '') return sql`${column} ilike ${likePattern(text)}`
  // Initials are computed for each row, so only for what may be some.
  return /^[a-z]+$/.test(key)
    ? sql`search_text(${column}) like ${likePattern(key)}`
    : sql`search_key(${column}) like ${likePattern(key)}`
}

const collations: Record<Language, Sql> = Object.fromEntries(
  languages.map(language => [language, raw(`collate reader_${language}`)]),
) as Record<Language, Sql>

/** Orders a text as readers of a language expect it; by code point in a database without ICU. */
export const inOrderOf = (text: Sql, language: Language): Sql => sql`(${text}) ${collations[language]}`
