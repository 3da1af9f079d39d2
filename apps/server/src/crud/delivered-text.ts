import { columnOf, languages } from '@timbermark/contract'
import type { Db, Row } from '../platform/database/database.ts'
import { contains, name, type Sql, sql } from '../platform/database/sql.ts'
import type { Reader } from './reading.ts'
import { keysContaining, translated } from './words.ts'

/** A text that is delivered in every language and may be written anew: its column, and the one of its phrase's key. */
interface DeliveredText {
  table: string
  field: string
  key: string
  /** Phrases among which the reader's word is looked for. */
  phrases: string
}

/** What an area needs of such a text: read with its key, found as its reader calls it, kept when a form sends it back. */
export function deliveredText({ table, field, key, phrases }: DeliveredText) {
  const written = sql`t.${name(columnOf(field))}`
  const keyed = sql`t.${name(key)}`
  return {
    /** For the source's `more`: `textKey`, by which the row is shown. */
    column: sql`${keyed} as "textKey"`,
    search: (given: string, { language }: Pick<Reader, 'language'>): Sql =>
      sql`(${written} ilike ${contains(given.trim())} or ${keyed} = any(${keysContaining(language, phrases, given.trim())}))`,
    /** Before an edit: what was shown and comes back stays as it was, what is written anew is no longer delivered. */
    keep: async (db: Db, body: Row, before: Row): Promise<void> => {
      if (!(field in body)) return
      const id = Number(before.id)
      const row = await db.maybe<{ key: string | null }>(
        sql`select ${keyed} as key from ${name(table)} t where t.id = ${id}`,
      )
      const old = String(before[field])
      if (isNew(body[field], row?.key ?? null, old))
        await db.execute(sql`update ${name(table)} set ${name(key)} = null where id = ${id}`)
      else body[field] = old
    },
  }
}

/** Is a text that comes from a form none of those that were shown? */
function isNew(given: unknown, key: string | null, written: string): boolean {
  if (typeof given !== 'string') return false
  const shown = [written, ...languages.map(language => translated(language, key, written))]
  return !shown.includes(given.trim())
}
