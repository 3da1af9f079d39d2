import { beforeAll, describe, expect, test } from 'vitest'
import {
  codeRange,
  disjointRows,
  rangeAsRow,
  rangesAsRows,
  rowsInRanges,
} from '../../src/areas/code/directory/range-facts.ts'
import { identifier, raw, type Sql, sql } from '../../src/platform/database/sql.ts'
import { makeWorld, type World } from '../harness.ts'

/** Rows of ranges are read by their first serials: the right ones, and few, however many the request has. */

const tables = Object.keys(disjointRows) as (keyof typeof disjointRows)[]
const request = 7
/** Rows of a request: the n-th covers the first two of each three serials. */
const rows = 3000

let world: World
let tenantId: number

/** Values of the columns that a row needs and that no range depends on. */
const columns: Record<(typeof tables)[number], string> = {
  stage_record_code: "record_id, stage) select 1, 'felling'",
  code_link: 'parent_request, parent_serial, packing_id, during) select 1, n, 1, tstzrange(now(), null)',
  code_assignment: 'dealer_id, assignment_id, during) select 1, 1, tstzrange(now(), null)',
  recalled_code: 'recall_id) select 1',
  custody_handover:
    "offer_id, receiver_tenant_id, received_request, received_first, handed_at, operator, personal_salt) select 1, 1, 1, n, now(), 'x', '\\x00000000000000000000000000000000'::bytea",
  label_state: "state, since) select 'delivered', now()",
  certification:
    "state, step_id, since, owner_name, product_name, batch_number, code_type, species, country_code) select 'certified', 1, now(), 'o', 'p', 'b', 'item', 's', 'GA'",
}

beforeAll(async () => {
  world = await makeWorld()
  tenantId = (await world.makeTenant('RANGES')).id
  // The rows stand for themselves: what they belong to does not matter here.
  await world.admin.query('set session_replication_role = replica')
  for (const table of tables)
    await world.admin.query(
      `insert into ${table} (tenant_id, request_number, serials, ${columns[table].replace(' select ', ` select ${tenantId}, ${request}, int4range(n * 3, n * 3 + 2), `)} from generate_series(0, ${rows - 1}) n`,
    )
})

const stageOf = (table: string) => (table === 'stage_record_code' ? sql`f.stage = 'felling'` : undefined)
const inTenant = <T extends object>(statement: Sql) =>
  world.services.database.withTenant(tenantId, db => db.query<T>(statement))

describe.each(tables)('%s', table => {
  test.each(['no statistics', 'statistics'])('reads few rows of a request that has many, with %s', async known => {
    if (known === 'statistics') await world.admin.query(`analyze ${table}`)
    const joined = sql`cross join ${rowsInRanges(table, tenantId, stageOf(table))} c`
    for (const from of [
      sql`${rangesAsRows([codeRange(request, { from: 4498, to: 4501 })])}`,
      sql`(select ${request}::int as n, int4range(4498, 4501) as s) x cross join lateral ${rangeAsRow(sql`x.n`, sql`x.s`)}`,
    ]) {
      const [answer] = await inTenant<Record<string, unknown>>(
        sql`${raw('explain (analyze, format json)')} select c.serials from ${from} ${joined}`,
      )
      const plan = JSON.stringify(Object.values(answer!)[0])
      const read = [...plan.matchAll(/"Rows Removed by Filter":\s*(\d+)/g)].map(([, count]) => Number(count))
      expect(Math.max(0, ...read), plan).toBeLessThan(5)
      expect(plan).not.toContain('Seq Scan')
      expect(plan).toContain('_first')
    }
  })

  test('the rows that overlap are those that the operator of ranges finds', async () => {
    const ranges = [
      [0, 1],
      [2, 3],
      [1, 7],
      [4498, 4499],
      [8999, 9100],
      [8990, 9001],
      [12_000, 12_001],
    ].map(([from, to]) => codeRange(request, { from: from!, to: to! }))
    const statement = (joined: Sql) =>
      sql`select g.first, c.serials::text from ${rangesAsRows(ranges)} ${joined} order by 1, 2`
    const expected = await inTenant(
      statement(
        sql`join ${identifier(table)} c on c.tenant_id = ${tenantId} and c.request_number = g.request and c.serials && g.serials`,
      ),
    )
    expect(expected.length).toBeGreaterThan(7)
    expect(await inTenant(statement(sql`cross join ${rowsInRanges(table, tenantId, stageOf(table))} c`))).toEqual(
      expected,
    )
  })
})
