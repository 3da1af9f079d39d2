import type { World } from '../harness.ts'

interface Counted {
  start: string
  scans: number
  checks: number
  wrongChecks: number
}

/** The enterprise's own clock. */
const zone = '(select time_zone from enterprise where id = $1)'

/** The slow way: every entry of both logs, by the trend's grain, its days cut in the enterprise's time zone. */
export async function plainCount(
  world: World,
  tenantId: number,
  grain: 'hour' | 'day' | 'month',
  { beforeFrom, to }: { beforeFrom: string; to: string },
): Promise<Counted[]> {
  const { rows } = await world.admin.query(
    `select case when $2 = 'hour' then date_trunc('hour', moment) else date_trunc($2, at) at time zone 'UTC' end as start,
       sum(s)::int as scans, sum(c)::int as checks, sum(w)::int as wrong from (
       select scanned_at as moment, scanned_at at time zone ${zone} as at, 1 as s, 0 as c, 0 as w from scan_log where tenant_id = $1
       union all select checked_at, checked_at at time zone ${zone}, 0, 1, (not genuine)::int from check_log where tenant_id = $1) l
     where at >= $3::date and at < $4::date + 1 group by 1 order by 1`,
    [tenantId, grain, beforeFrom, to],
  )
  return rows.map(row => ({
    start: grain === 'hour' ? (row.start as Date).toISOString() : (row.start as Date).toISOString().slice(0, 10),
    scans: row.scans,
    checks: row.checks,
    wrongChecks: row.wrong,
  }))
}

/** The same by place, from a day on: scans, checks and wrong ones of each, and the scans without such a place. */
export async function plainPlaces(
  world: World,
  tenantId: number,
  level: 'country' | 'province' | 'city',
  from: string,
) {
  const { rows } = await world.admin.query(
    `select coalesce(place, '') as place, sum(s)::int as scans, sum(c)::int as checks, sum(w)::int as wrong from (
       select ${level} as place, 1 as s, 0 as c, 0 as w, scanned_at at time zone ${zone} as at from scan_log where tenant_id = $1
       union all select ${level}, 0, 1, (not genuine)::int, checked_at at time zone ${zone} from check_log where tenant_id = $1) l
     where at >= $2::date group by 1`,
    [tenantId, from],
  )
  return {
    placed: Object.fromEntries(
      rows.filter(row => row.place !== '').map(row => [row.place, [row.scans, row.checks, row.wrong]]),
    ),
    unplaced: rows.find(row => row.place === '')?.scans ?? 0,
  }
}
