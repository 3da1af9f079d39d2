/** Lists over 1,000,000 accounts in 200 enterprises, and the first calls of a page load. */
import type { Claim } from './bench.ts'
import { percentile } from './bench.ts'
import type { BenchWorld } from './world.ts'

const tenants = 200
const accounts = 1_000_000
const categories = 200_000

async function fill(world: BenchWorld): Promise<void> {
  await world.admin.query(
    `insert into enterprise (identification, name) select 'T' || n, 'Enterprise ' || n from generate_series(1, ${tenants - 1}) n`,
  )
  await world.admin.query(
    `insert into dept (tenant_id, dept_name) select id, 'Root' from enterprise e where not exists (select from dept d where d.tenant_id = e.id)`,
  )
  await world.admin.query(`
    insert into account (tenant_id, dept_id, user_name, nick_name, email, phonenumber, password_hash)
    select t.id, d.id, 'user' || n, 'Nick ' || n, 'user' || n || '@example.org', '+2410' || (10000000 + n), 'x'
    from generate_series(1, ${accounts}) n
    join (select id, row_number() over (order by id) - 1 as place from enterprise where id <> 1) t on t.place = n % ${tenants - 1}
    join dept d on d.tenant_id = t.id and d.parent_id is null`)
  await world.admin.query(
    `insert into category (tenant_id, name, order_num) select $1, 'C' || n, n % 1000 from generate_series(1, ${categories}) n`,
    [world.tenantId],
  )
  await world.admin.query('vacuum analyze account, category')
}

async function time(world: BenchWorld, path: string, runs: number): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    const answer = (await (
      await fetch(`${world.url}/api${path}`, { headers: { authorization: `Bearer ${world.token}` } })
    ).json()) as { code: number }
    times.push(performance.now() - started)
    if (answer.code !== 200) throw new Error(`${path} answered ${answer.code}`)
  }
  return times.slice(5)
}

export async function measureLists(world: BenchWorld): Promise<Claim[]> {
  await fill(world)
  const users = `list of users, ${accounts} accounts over ${tenants} enterprises`
  const cases: [string, string][] = [
    [`${users}, page 1`, '/system/user/list?page=1&limit=20'],
    [`${users}, a deep page`, '/system/user/list?page=240&limit=20'],
    [`${users}, a filter`, '/system/user/list?userName=user77&page=1&limit=20'],
    [`list of ${categories} categories of one enterprise, page 1`, '/catalog/category/list?page=1&limit=20'],
  ]
  const claims: Claim[] = []
  for (const [title, path] of cases) {
    const p95 = percentile(await time(world, path, 65), 0.95)
    claims.push({
      title,
      found: `p95 ${p95.toFixed(1)} ms`,
      bound: 'p95 under 50 ms',
      held: p95 < 50,
    })
  }
  const plan = await world.admin.query(
    `explain select id from account where tenant_id = ${world.tenantId} order by id desc limit 20`,
  )
  const text = plan.rows.map(row => row['QUERY PLAN']).join(' ')
  claims.push({
    title: 'plan of that list',
    found: text.replace(/\s+/g, ' ').slice(0, 160),
    bound: 'uses the index that begins with the tenant',
    held: /account_(pkey|created|tenant)/.test(text),
  })
  const info = await time(world, '/getInfo', 205)
  const routers = await time(world, '/getRouters', 205)
  const both = info.map((spent, run) => spent + routers[run]!)
  const p95 = percentile(both, 0.95)
  claims.push({
    title: 'getInfo and getRouters together',
    found: `median ${percentile(both, 0.5).toFixed(1)}, p95 ${p95.toFixed(1)} ms`,
    bound: 'p95 under 15 ms',
    held: p95 < 15,
  })
  return claims
}
