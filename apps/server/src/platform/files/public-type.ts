import { type Sql, sql } from '../database/sql.ts'

/** What the copy for everybody is of: a picture is written anew, a film stays one, anything else is shown as it is. */
export const publicTypeOf = (type: string, copy: string | null): string =>
  copy !== null && type.startsWith('image/') ? 'image/webp' : type

/** The same of rows. @param file alias of the files */
export const publicType = (file: Sql): Sql =>
  sql`case when ${file}.public_sha256 is not null and ${file}.type like 'image/%' then 'image/webp' else ${file}.type end`
