import type { Db } from './database.ts'
import { join, identifier, type Sql, sql } from './sql.ts'

/**
 * Asks several small questions by one statement: each alone takes longer on its way than in the database. What is asked keeps its
 * order. Rows come by way of JSON: a moment is a text, and a number has to be one that JavaScript can hold.
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
