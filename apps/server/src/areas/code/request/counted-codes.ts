import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * Whether the codes of a request count: they exist, and this enterprise made them or brought them in. Codes that came with
 * goods or by invitation are those of another enterprise, where they count already.
 * @param request alias of `code_request`
 */
export const isCounted = (request: Sql): Sql =>
  sql`(${request}.status in ('completed', 'downloaded') and ${request}.origin in ('own', 'foreign'))`
