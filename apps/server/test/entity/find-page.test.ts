import { beforeAll, expect, test } from 'vitest'
import { findPage } from '../../src/entity/find-page.ts'
import { raw, sql } from '../../src/platform/database/sql.ts'
import { makeWorld, type World } from '../harness.ts'

let world: World
let tenant: number

beforeAll(async () => {
  world = await makeWorld()
  tenant = (await world.makeTenant('PAGES')).id
  const other = (await world.makeTenant('PAGES-OTHER')).id
  await world.admin.query(
    `insert into category (tenant_id, name, order_num) select $1, 'C' || n, n % 7 from generate_series(1, 10_050) n`,
    [tenant],
  )
  await world.admin.query(`insert into category (tenant_id, name, order_num) values ($1, 'C7', 1)`, [other])
  await world.admin.query('analyze category')
})

const from = sql`category t`
const orders = ['t.id desc', 't.order_num asc, t.id asc', 't.name desc nulls last, t.id desc']

const find = (where: string, order: string, searched: boolean, page: number, limit: number) =>
  world.services.database.withTenant(tenant, db =>
    findPage(
      db,
      { from, where: sql`t.tenant_id = ${tenant} and ${raw(where)}`, order: raw(order), searched },
      { page, limit },
    ),
  )

test.each(orders)(
  'every page of a search ordered by %s holds what the plain statement gives, and the total',
  async order => {
    const where = "t.name ilike '%77%'"
    const { rows } = await world.admin.query<{ id: number }>(
      `select id from category t where tenant_id = $1 and ${where} order by ${order}`,
      [tenant],
    )
    expect(rows.length).toBeGreaterThan(100)
    const limit = 30
    const ids: number[] = []
    for (let page = 1; page <= Math.ceil(rows.length / limit) + 1; page++) {
      for (const searched of [true, false]) {
        const result = await find(where, order, searched, page, limit)
        expect(result).toMatchObject({ total: rows.length, estimated: false })
        if (searched) ids.push(...result.ids)
        else expect(result.ids).toEqual(ids.slice((page - 1) * limit))
      }
    }
    expect(ids).toEqual(rows.map(row => Number(row.id)))
  },
)

test('a search that leaves more than 10,000 rows has an estimated total and right pages, also beyond them', async () => {
  const { rows } = await world.admin.query<{ id: number }>(
    'select id from category where tenant_id = $1 order by id desc',
    [tenant],
  )
  for (const page of [1, 3, 334, 335]) {
    const result = await find("t.name ilike 'C%'", 't.id desc', true, page, 30)
    expect(result.ids).toEqual(rows.slice((page - 1) * 30, page * 30).map(row => Number(row.id)))
    expect(result.total).toBeGreaterThan(10_000)
  }
})

test('a search that leaves nothing says so', async () => {
  expect(await find("t.name = 'nothing'", 't.id desc', true, 1, 20)).toEqual({ ids: [], total: 0, estimated: false })
  expect(await find("t.name = 'nothing'", 't.id desc', false, 1, 20)).toEqual({ ids: [], total: 0, estimated: false })
})
