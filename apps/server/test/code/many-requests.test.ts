import { beforeAll, describe, expect, inject, test } from 'vitest'
import { grow } from '../../bench/growth/grow.ts'
import { measureProcess, type ProcessCost } from '../../bench/growth/run-process.ts'
import { estimateNumbers, readRequestNumbers } from '../../src/areas/monitor/state/request-numbers.ts'
import { codeRequest } from '../code-request.ts'
import { makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

/** 100,000 code requests of 100 enterprises: a process may not notice them. */
const requests = 100_000
const enterprises = 100

/** What a process may cost more than on the small installation, as a ratio, and what noise and warm caches add at most. */
const most = 1.3
const allowance = { processorMs: 700, bytes: 12 * 2 ** 20, rowsRead: 20_000 }

let world: World
let admin: Caller
let tenant: { id: number; deptId: number }
let batchId: number
let small: ProcessCost
let large: ProcessCost

async function measure(): Promise<ProcessCost> {
  const { serverUrl, workerUrl } = inject('cluster')
  const at = (url: string) => Object.assign(new URL(url), { pathname: new URL(world.databaseUrl).pathname }).toString()
  const requestId = (await admin.post<{ id: number }>('/code/request', codeRequest(batchId))).data.id
  return measureProcess({
    serverUrl: at(serverUrl),
    workerUrl: at(workerUrl),
    dataDir: world.services.settings.dataDir,
    admin: world.admin,
    tenantId: tenant.id,
    requestId,
  })
}

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('MANY')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  batchId = (await makeGoods(world, admin)).batchId
  // The first run compiles; only the second is compared.
  await measure()
  small = await measure()
  await grow(world, tenant.id, { requests, enterprises, records: 0 })
  large = await measure()
})

describe('100,000 code requests', () => {
  test('are there, with all that belongs to them', async () => {
    const { rows } = await world.admin.query(
      `select count(*)::int as n, count(distinct r.tenant_id)::int as tenants,
         (select count(*)::int from request_number) as numbers from code_request r`,
    )
    expect(rows[0].n).toBeGreaterThanOrEqual(requests)
    expect(rows[0].numbers).toBeGreaterThanOrEqual(requests)
    expect(rows[0].tenants).toBeGreaterThanOrEqual(enterprises)
  })

  test('cost the start of a process no more processor time', () => {
    expect(large.start.processorMs).toBeLessThan(small.start.processorMs * most + allowance.processorMs)
  })

  test('take no memory of a process, after its start and after a request was made', () => {
    expect(large.afterStart.heap).toBeLessThan(small.afterStart.heap * most + allowance.bytes)
    expect(large.afterRequest.heap).toBeLessThan(small.afterRequest.heap * most + allowance.bytes)
    // 1.3 kB for each of them would be 130 MB.
    expect(large.afterRequest.heap - small.afterRequest.heap).toBeLessThan(40 * 2 ** 20)
  })

  test('make one request of 10,000 codes neither slower nor read more', () => {
    expect(large.request.processorMs).toBeLessThan(small.request.processorMs * most + allowance.processorMs)
    // One reading of all of them would be 100,000 rows.
    expect(large.rowsRead).toBeLessThan(small.rowsRead * most + allowance.rowsRead)
    expect(large.opened).toBe(true)
  })

  test('are counted: how many numbers are used, and for how many years the rest lasts', async () => {
    const numbers = () => world.services.database.acrossTenants('monitor', readRequestNumbers)
    const { rows } = await world.admin.query<{ n: number }>('select max(number) as n from request_number')
    const used = rows[0]!.n
    // All of them are of the last days.
    expect(await numbers()).toEqual(estimateNumbers(used, used, 0))
    await world.admin.query(
      `update code_request set created_at = now() - interval '100 days' where request_number <= 60000`,
    )
    expect(await numbers()).toEqual(estimateNumbers(used, used - 60_000, 90))
  })

  test('are found one by one: codes of any enterprise open, and an invented number finds nothing', async () => {
    const { rows } = await world.admin.query<{ number: number; id: string }>(
      'select request_number as number, id from code_request order by random() limit 20',
    )
    const { directory } = world.services
    for (const { number, id } of rows) {
      const entry = (await directory.find(number))!
      expect(entry.requestId).toBe(Number(id))
      expect(await directory.open(directory.codesOf(entry).code(1))).toMatchObject({ known: true, serial: 1 })
    }
    expect((await directory.open('ZZZZZZZZZZZZZZZZZZZZ')).known).toBe(false)
  })
})
