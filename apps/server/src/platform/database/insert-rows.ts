import type { Db } from './database.ts'
import { identifier, join, Sql, sql } from './sql.ts'

/** The protocol's limit of values in one statement. */
const maxValues = 65_535
/** More rows in one statement are not faster, and fewer are slower. */
const maxRows = 1000

/** In place of a value: the column's default. */
export const byDefault = Symbol('default')

/** A statement that names a value several times: each value is sent once. */
class NumberedSql extends Sql {
  readonly #text: string

  constructor(text: string, values: readonly unknown[]) {
    super([text, ...values.map(() => '')], values)
    this.#text = text
  }

  override get text(): string {
    return this.#text
  }
}

/**
 * Inserts rows by VALUES, in order, in as few statements as the database takes. A distributed PostgreSQL sends VALUES to the
 * shards that they name; rows from `unnest` it would have to copy, which row security forbids there.
 * @param rows columns and their values, the same columns in each row
 * @param rest what follows the values, without values of its own: `on conflict …`, `returning …`
 * @returns the returned rows, in the order of the inserted ones
 */
export async function insertRows<T extends object = never>(
  db: Pick<Db, 'query'>,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  rest: Sql = sql``,
): Promise<T[]> {
  const [first] = rows
  if (!first) return []
  if (rest.values.length > 0) throw new Error('What follows the rows has no values of its own')
  const columns = Object.keys(first)
  const size = Math.max(1, Math.min(maxRows, Math.floor(maxValues / columns.length)))
  const into = sql`insert into ${identifier(table)} (${join(columns.map(identifier))}) values`.text
  const returned: T[] = []
  for (let at = 0; at < rows.length; at += size) {
    const { list, values } = numberValues(columns, rows.slice(at, at + size))
    returned.push(...(await db.query<T>(new NumberedSql(`${into} ${list} ${rest.text}`, values))))
  }
  return returned
}

/** The rows as a list of VALUES, and their values. A column's value that is the same in each row is sent once. */
function numberValues(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): { list: string; values: unknown[] } {
  const values: unknown[] = []
  const common = new Map(
    columns
      .filter(column => rows[0]![column] !== byDefault && rows.every(row => row[column] === rows[0]![column]))
      .map(column => [column, values.push(rows[0]![column])]),
  )
  const place = (row: Readonly<Record<string, unknown>>, column: string) =>
    row[column] === byDefault ? 'default' : `$${common.get(column) ?? values.push(row[column])}`
  const list = rows.map(row => `(${columns.map(column => place(row, column)).join(', ')})`)
  return { list: list.join(', '), values }
}
