import type { Db } from './database.ts'
import { join, identifier, type Sql, sql } from './sql.ts'

/**
 * Runs several small queries as one statement: each alone takes longer on the network than in the database. Rows keep
 * the order of their query. They come as JSON: a timestamp is a text, and a number must be one that JavaScript can
 * hold.
 */
export async function queryTogether<T extends { [question: string]: object }>(
  db: Pick<Db, 'one'>,
  questions: { [Question in keyof T]: Sql },
): Promise<{ [Question in keyof T]: T[Question][] }> {
  const columns = Object.entries<Sql>(questions).map(
    ([question, rows]) => sql`(select coalesce(json_agg(q), '[]') from (${rows}) q) as ${identifier(question)}`,
  )
  return db.one(sql`select ${join(columns)}`)
}
