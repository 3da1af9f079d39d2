import sql, { empty, join, raw, type Sql } from 'sql-template-tag'

export { empty, join, raw, type Sql, sql }

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
