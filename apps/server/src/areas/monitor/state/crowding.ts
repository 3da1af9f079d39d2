import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** From this share of the connections on, the operator should do something. */
const crowdedShare = 0.9

/** Connections in use, and how many may be. */
export type Crowding = {
  used: number
  most: number
}

/**
 * The tightest limit on connections that is nearly reached: of the whole PostgreSQL without what it reserves, of this
 * database, or of a role of ours.
 * @param db a handle across tenants
 * @returns undefined while there is room
 */
export async function loadCrowding(db: Db): Promise<Crowding | undefined> {
  return db.maybe<Crowding>(sql`
    with used as (select datid, usesysid from pg_stat_activity where datid is not null and usesysid is not null),
    limited as (
      select (select count(*)::int from used) as used, current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int - coalesce(current_setting('reserved_connections', true)::int, 0) as most
      union all
      select (select count(*)::int from used u where u.datid = d.oid), d.datconnlimit from pg_database d
      where d.datname = current_database() and d.datconnlimit > 0
      union all
      select (select count(*)::int from used u where u.usesysid = r.oid), r.rolconnlimit from pg_roles r
      where r.rolconnlimit > 0 and exists (
        select from used u where u.usesysid = r.oid and u.datid = (select oid from pg_database where datname = current_database())))
    select used, most from limited where used >= ${crowdedShare}::float8 * most order by used::float8 / most desc limit 1`)
}
