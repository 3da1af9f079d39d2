import type { Db } from './database/database.ts'
import { type Sql, sql } from './database/sql.ts'

/** The time zone of an enterprise, an IANA name, as a scalar subquery. @param tenant an expression of its id */
export const zoneOf = (tenant: Sql): Sql => sql`(select z.time_zone from enterprise z where z.id = ${tenant})`

/** The calendar day on which a moment falls in a time zone. */
export const dayAt = (moment: Sql, zone: Sql): Sql => sql`((${moment}) at time zone ${zone})::date`

/** The moment at which a calendar day begins in a time zone. */
export const startOfDay = (day: Sql, zone: Sql): Sql => sql`((${day})::timestamp at time zone ${zone})`

/** Today in the time zone of an enterprise. */
export const todayOf = (tenant: Sql): Sql => dayAt(sql`now()`, zoneOf(tenant))

/** The time zone of an enterprise and its day of today, as YYYY-MM-DD. */
export interface TenantDay {
  zone: string
  today: string
}

export const loadTenantDay = (db: Db, tenantId: number): Promise<TenantDay> =>
  db.one<TenantDay>(sql`
    select e.time_zone as zone, to_char(now() at time zone e.time_zone, 'YYYY-MM-DD') as today
    from enterprise e where e.id = ${tenantId}`)
