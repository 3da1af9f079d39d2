import { beforeAll, expect, test } from 'vitest'
import { demonstrationOrigin } from '../demonstration.ts'
import { makeWorld, type World } from '../harness.ts'

/** What the demonstration shows could have happened: in this order, in these places, by these people. */
let world: World
beforeAll(async () => {
  world = await makeWorld({ origin: await demonstrationOrigin() })
})
const rows = async (statement: string) => (await world.admin.query(statement)).rows

test('what happened in Gabon was reported there, and what happened in China by the factory there', async () => {
  const reported = await rows(`
    select distinct r.public_values->>'countryOrRegion' as country, e.identification, a.user_name as reporter, d.dept_name as dept
    from stage_record r join enterprise e on e.id = r.tenant_id join account a on a.tenant_id = r.tenant_id and a.id = r.created_by
    join dept d on d.tenant_id = r.tenant_id and d.id = r.dept_id order by 1, 2`)
  expect(reported.map(({ country, identification, reporter }) => [country, identification, reporter])).toEqual([
    ['CN', 'DEMO-ZHEJIANG', 'zj-field'],
    ['GA', 'DEMO-GABON', 'gabon-field'],
    ['GA', 'DEMO-ZHEJIANG', 'zj-gabon'],
  ])
  expect(reported[2].dept).toMatch(/加蓬/)
})

test('each thing was there before what was done with it', async () => {
  const orders = await rows(`
    select b.batch_number as batch from batch b join product p on p.tenant_id = b.tenant_id and p.id = b.product_id
      join enterprise e on e.id = b.tenant_id
      join circulation c on c.tenant_id = b.tenant_id and c.id = b.circulation_id
    where not (e.created_at <= p.created_at and p.created_at < b.created_at and c.created_at < b.created_at)
    union all
    select b.batch_number from code_request q join batch b on b.tenant_id = q.tenant_id and b.id = q.batch_id
    -- Those of received goods are there with their batch.
    where not (b.created_at <= q.created_at and q.created_at <= q.completed_at and q.completed_at < q.created_at + interval '1 day')
      or q.origin = 'own' and (b.created_at = q.created_at or q.created_at = q.completed_at)
    union all
    select b.batch_number from stage_record r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
      join code_request q on q.tenant_id = r.tenant_id and q.batch_id = r.batch_id and q.code_type = 'item'
    where not (q.completed_at < r.happened_at and r.happened_at <= r.recorded_at)
    union all
    select number from (select b.batch_number as number, r.happened_at < lag(r.happened_at) over (partition by r.tenant_id, r.batch_id order by r.id) as late
      from stage_record r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id) s where late`)
  expect(orders).toEqual([])
})

test('the account that the start names finds every first step before it', async () => {
  const [account] = await rows(
    `select tenant_id as id, dept_id as "deptId" from account where user_name = 'start-admin'`,
  )
  const caller = await world.signIn(account, ['enterpriseAdmin'])
  const { data } = await caller.get<Record<string, boolean>>('/stats/firstSteps')
  expect(Object.values(data)).toEqual(Array(8).fill(false))
  const [clerk] = await rows(`select count(*)::int as count from account where user_name = 'zj-clerk'`)
  expect(clerk.count).toBe(1)
})
