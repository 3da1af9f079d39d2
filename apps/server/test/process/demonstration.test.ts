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
    ['CN', 'DEMO-HANGZHOU', 'hangzhou-field'],
    ['CN', 'DEMO-HUZHOU', 'huzhou-field'],
    ['CN', 'DEMO-NINGBO', 'ningbo-field'],
    ['CN', 'DEMO-ZHEJIANG', 'zj-field'],
    ['GA', 'DEMO-GABON', 'gabon-field'],
    ['GA', 'DEMO-ZHEJIANG', 'zj-gabon'],
  ])
  expect(reported[5].dept).toMatch(/加蓬/)
})

test('goods go from company to company, each of which reports what it did, in the order of the journey', async () => {
  const handed = await rows(`
    select g.identification as giver, r.identification as receiver, o.status, o.codes, o.accepted_codes as accepted, o.volume,
      o.received_volume as received, o.difference is not null as differs, o.offered_at < o.settled_at as "inOrder"
    from custody_offer o join enterprise g on g.id = o.tenant_id join enterprise r on r.id = o.receiver_tenant_id order by o.id`)
  const brief = handed.map(({ giver, receiver, status, codes, accepted }) => [giver, receiver, status, codes, accepted])
  expect(brief).toEqual([
    ['DEMO-GABON', 'DEMO-ZHEJIANG', 'accepted', 401, 401],
    ['DEMO-GABON', 'DEMO-ZHEJIANG', 'accepted', 101, 101],
    ['DEMO-ZHEJIANG', 'DEMO-HUZHOU', 'accepted', 401, 399],
    // Sent back.
    ['DEMO-HUZHOU', 'DEMO-ZHEJIANG', 'accepted', 20, 20],
    ['DEMO-HUZHOU', 'DEMO-HANGZHOU', 'accepted', 200, 200],
    ['DEMO-GABON', 'DEMO-ZHEJIANG', 'open', 200, null],
    ['DEMO-HUZHOU', 'DEMO-HANGZHOU', 'open', 60, null],
  ])
  expect(handed.flatMap(({ differs, volume, received }) => (differs ? [[volume, received]] : []))).toEqual([
    ['3.888', '3.869'],
  ])
  expect(handed.filter(({ status }) => status === 'accepted').map(({ inOrder }) => inOrder)).toEqual(
    Array(5).fill(true),
  )
  const [request] = await rows(`
    select r.request_number as number from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    join enterprise e on e.id = r.tenant_id
    where e.identification = 'DEMO-GABON' and b.batch_number = 'GA-2026-007' and r.code_type = 'item' and r.origin = 'own'`)
  const { directory } = world.services
  const code = directory.codesOf((await directory.find(request.number))!).code(5)
  type Part = { role?: string; since?: string; stages: { stage: string; happenedAt: string }[] }
  const { data: page } = await world.anonymous.get<Part & { later: Part[] }>(`/trace/${code}`)
  const journey = [page, ...page.later]
  expect(page.later.map(({ role, stages }) => [role, ...stages.map(({ stage }) => stage)])).toEqual([
    ['holder'],
    ['partner', 'importCustoms', 'endTransport'],
    ['holder', 'secondaryProcessing', 'productInformation'],
    ['holder', 'productSales'],
  ])
  expect(new Set(journey.flatMap(({ stages }) => stages.map(({ stage }) => stage))).size).toBe(18)
  const moments = journey.flatMap(({ since, stages }) => [
    ...(since ? [since] : []),
    ...stages.map(({ happenedAt }) => happenedAt),
  ])
  expect(moments).toEqual(moments.toSorted())
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
