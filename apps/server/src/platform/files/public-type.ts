import { type Sql, sql } from '../database/sql.ts'

/** Media type of a file's public copy: a picture is encoded again, a film stays one, anything else is shown unchanged. */
export const publicTypeOf = (type: string, copy: string | null): string =>
  copy !== null && type.startsWith('image/') ? 'image/webp' : type

/**
 * The same in SQL.
 * @param file alias of the files
 */
export const publicType = (file: Sql): Sql =>
  sql`case when ${file}.public_sha256 is not null and ${file}.type like 'image/%' then 'image/webp' else ${file}.type end`
