import { expect, test } from 'vitest'
import { codeRequest } from '../code-request.ts'
import { makeBatch } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { until } from '../until.ts'

const enterprises = 20
const requestsOfEach = 10

/** Rows of code requests that the database has read so far. */
async function rowsRead(world: World): Promise<number> {
  await new Promise(done => setTimeout(done, 1100))
  await world.admin.query('select pg_stat_clear_snapshot()')
  const { rows } = await world.admin.query<{ n: string }>(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_user_tables where relname = 'code_request'`,
  )
  return Number(rows[0]!.n)
}

test('200 requests of 20 enterprises at once are all made, and the work for each does not grow with the others', async () => {
  const world = await makeWorld({ background: true })
  const callers: { admin: Caller; batchId: number }[] = []
  for (let n = 0; n < enterprises; n++) {
    const tenant = await world.makeTenant(`ATONCE-${n}`)
    const admin = await world.signIn(tenant, ['enterpriseAdmin'])
    callers.push({ admin, batchId: await makeBatch(world, admin) })
  }
  const before = await rowsRead(world)
  const added = await Promise.all(
    callers.flatMap(({ admin, batchId }) =>
      Array.from({ length: requestsOfEach }, (_, n) =>
        admin.post<{ id: number }>('/code/request', codeRequest(batchId, { name: `Request ${n}` })),
      ),
    ),
  )
  expect(added.filter(({ code }) => code !== 200)).toEqual([])
  const { rows: numbers } = await world.admin.query<{ n: number; different: number }>(
    `select count(*)::int as n, count(distinct request_number)::int as different from code_request where name like 'Request %'`,
  )
  expect(numbers[0]).toEqual({ n: enterprises * requestsOfEach, different: enterprises * requestsOfEach })

  // An enterprise has one request made at a time: of ten submitted at once one is taken, the others are told so.
  const submitted = await Promise.all(
    callers.flatMap(({ admin }, e) =>
      added
        .slice(e * requestsOfEach, (e + 1) * requestsOfEach)
        .map(({ data }) => admin.put(`/code/request/${data.id}/submit`)),
    ),
  )
  expect(submitted.filter(({ code }) => code === 200)).toHaveLength(enterprises)
  expect(new Set(submitted.filter(({ code }) => code !== 200).map(({ error }) => error))).toEqual(
    new Set(['code.running']),
  )
  await until(async () => {
    const { rows } = await world.admin.query<{ n: number }>(
      `select count(*)::int as n from code_request where status = 'completed'`,
    )
    return rows[0]!.n === enterprises
  }, 'one made request of each enterprise')
  const read = (await rowsRead(world)) - before
  // Each step reads rows of its own request; one reading of all of them at each of five steps would be 200,000 rows.
  expect(read / (enterprises * requestsOfEach)).toBeLessThan(120)
  const { directory } = world.services
  const { rows } = await world.admin.query<{ n: number }>(
    `select request_number as n from code_request where status = 'completed'`,
  )
  for (const { n } of rows) {
    const entry = (await directory.find(n))!
    expect((await directory.open(directory.codesOf(entry).code(9999))).known).toBe(true)
  }
})
