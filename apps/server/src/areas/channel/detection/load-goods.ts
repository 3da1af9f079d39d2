import { stageKeys } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { loadPlaces } from '../../place/places.ts'
import { keyOf, type SightedCode } from './load-sightings.ts'
import type { BeforePort } from './rules/before-port.ts'
import type { CodeFacts } from './rules/rules.ts'

/** The stage at which goods leave the port of their country of origin. */
const portExit = stageKeys.indexOf('dockExit')
/** Stages that report goods: before the first one trees stand, after the last one goods are described and sold. */
const near = stageKeys.slice(stageKeys.indexOf('felling'), portExit)
const leaving = stageKeys.slice(portExit, stageKeys.indexOf('productInformation'))

interface BatchRow {
  n: number
  left_at: Date | null
  near_at: Date
  longitude: number | null
  latitude: number | null
}

/** Where the goods of these requests are, or were until they left their port; nothing for a batch without such stages. */
async function loadPorts(db: Pick<Db, 'query'>, codes: readonly SightedCode[]): Promise<Map<string, BeforePort>> {
  const requests = [...new Map(codes.map(code => [`${code.tenantId}:${code.requestNumber}`, code])).entries()]
  const rows = await db.query<BatchRow>(sql`
    select g.n,
      (select min(r.happened_at) from stage_record r
       where r.tenant_id = q.tenant_id and r.batch_id = q.batch_id and r.status = 'current' and r.stage = any(${leaving})) as left_at,
      n.happened_at as near_at, n.longitude::float8 as longitude, n.latitude::float8 as latitude
    from unnest(${requests.map(([, code]) => code.tenantId)}::bigint[], ${requests.map(([, code]) => code.requestNumber)}::int[])
      with ordinality as g (tenant_id, request_number, n)
    join code_request q on q.tenant_id = g.tenant_id and q.request_number = g.request_number
    cross join lateral (
      select r.happened_at, r.longitude, r.latitude from stage_record r
      where r.tenant_id = q.tenant_id and r.batch_id = q.batch_id and r.status = 'current' and r.stage = any(${near}) and r.longitude is not null
      order by r.happened_at desc, r.id desc limit 1) n`)
  if (rows.length === 0) return new Map()
  const places = await loadPlaces()
  return new Map(
    rows.flatMap(row => {
      const place = places.placeOf(row.longitude!, row.latitude!)
      const key = requests[row.n - 1]![0]
      return place
        ? [
            [
              key,
              { country: place.country, nearAt: row.near_at.getTime(), leftAt: row.left_at?.getTime() ?? null },
            ] as const,
          ]
        : []
    }),
  )
}

/** When these codes were reported as sold, by `keyOf`. */
async function loadSales(db: Pick<Db, 'query'>, codes: readonly SightedCode[]): Promise<Map<string, number>> {
  const rows = await db.query<{ n: number; at: Date }>(sql`
    select g.n, r.happened_at as at
    from unnest(${codes.map(code => code.tenantId)}::bigint[], ${codes.map(code => code.requestNumber)}::int[], ${codes.map(code => code.serial)}::int[])
      with ordinality as g (tenant_id, request_number, serial, n)
    cross join lateral (
      select c.tenant_id, c.record_id, c.serials from stage_record_code c
      where c.tenant_id = g.tenant_id and c.current and c.stage = 'productSales' and c.request_number = g.request_number and c.first_serial <= g.serial
      order by c.first_serial desc limit 1) c
    join stage_record r on r.tenant_id = c.tenant_id and r.id = c.record_id and r.status = 'current'
    where upper(c.serials) > g.serial`)
  return new Map(rows.map(({ n, at }) => [keyOf(codes[n - 1]!), at.getTime()]))
}

/** Facts from stage records of these codes, by `keyOf`. */
export async function loadCodeFacts(
  db: Pick<Db, 'query'>,
  codes: readonly SightedCode[],
): Promise<Map<string, Pick<CodeFacts, 'port' | 'soldAt'>>> {
  const ports = await loadPorts(db, codes)
  const sales = await loadSales(db, codes)
  return new Map(
    codes.map(code => [
      keyOf(code),
      {
        port: ports.get(`${code.tenantId}:${code.requestNumber}`) ?? null,
        soldAt: sales.get(keyOf(code)) ?? null,
      },
    ]),
  )
}
