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
