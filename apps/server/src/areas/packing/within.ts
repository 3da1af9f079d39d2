import type { Db } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Place } from './links.ts'

/** Levels rise with every link (item, package, container), so that three steps reach the top; a circle ends there too. */
export const deepest = 3

/** `packed (request_number, serial, depth)`: a code and what it is packed in now, by steps. */
export function packed(tenant: number, request: number, serial: number): Sql {
  return sql`
    packed (request_number, serial, depth) as (
      select ${request}::int, ${serial}::int, 0
      union all
      select l.parent_request, l.parent_serial, p.depth + 1
      from packed p cross join lateral (
        select parent_request, parent_serial, serials from code_link
        where tenant_id = ${tenant} and current and request_number = p.request_number and first_serial <= p.serial order by first_serial desc limit 1) l
      where p.depth < ${deepest} and upper(l.serials) > p.serial)`
}

/** What a code is packed in now, from the nearest on. */
export async function packedIn(db: Db, tenant: number, requestNumber: number, codeSerial: number): Promise<Place[]> {
  return db.query(sql`
    with recursive ${packed(tenant, requestNumber, codeSerial)}
    select request_number as request, serial from packed where depth > 0 order by depth`)
}
