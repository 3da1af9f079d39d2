import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Actor } from '../../src/platform/actor.ts'
import { RefusalLog } from '../../src/platform/http/refusal-log.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { makeWorld } from '../harness.ts'

interface Line {
  reason: string
  request: string
  route?: string
  untold?: number
}

function collectLog() {
  const lines: Line[] = []
  const log = pino({ level: 'warn' }, { write: (text: string) => void lines.push(JSON.parse(text)) })
  return { lines, log }
}
const request = (id: string) =>
  ({ id, method: 'POST', ip: '203.0.113.7', routeOptions: { url: '/api/file/:token' } }) as unknown as FastifyRequest

test('a refusal is logged with the request id and the route, never with the address as called', () => {
  const { lines, log } = collectLog()
  const refusals = new RefusalLog(log)
  refusals.record(new Refusal('forbidden'), { actor: undefined, request: request('r-1') })
  refusals.record(new Refusal('notFound'), { actor: undefined, request: request('r-2') })
  refusals.record(undefined, { actor: undefined, request: request('r-3') })
  expect(lines).toMatchObject([{ reason: 'forbidden', request: 'r-1', route: '/api/file/:token', ip: '203.0.113.7' }])
})

test('reach and guesses are logged too: what a signed-in user did not find, and every wrong password and code', () => {
  const { lines, log } = collectLog()
  const refusals = new RefusalLog(log)
  const actor = { tenantId: 7, accountId: 9 } as Actor
  refusals.record(new Refusal('notFound'), { actor, request: request('r-1') })
  refusals.record(new Refusal('system.role.notGrantable'), { actor, request: request('r-2') })
  refusals.record(new Refusal('required'), { actor, request: request('r-3') })
  for (const key of ['auth.badCredentials', 'auth.secondFactorWrong'] as const)
    refusals.record(new Refusal(key), { actor: undefined, request: request(key) })
  expect(lines.map(line => line.request)).toEqual(['r-1', 'r-2', 'auth.badCredentials', 'auth.secondFactorWrong'])
  expect(lines[0]).toMatchObject({ reason: 'notFound', tenant: 7, account: 9 })
})

test('a caller that is refused all the time does not fill the log, and the next line counts what was left out', () => {
  let now = 0
  const { lines, log } = collectLog()
  const refusals = new RefusalLog(log, () => now)
  const flood = (times: number) => {
    for (let n = 0; n < times; n++)
      refusals.record(new Refusal('unauthenticated'), { actor: undefined, request: request(`r-${n}`) })
  }
  flood(5000)
  expect(lines).toHaveLength(100)
  now += 60_000
  flood(5000)
  expect(lines).toHaveLength(160)
  expect(lines[100]).toMatchObject({ untold: 4900 })
  expect(lines.at(-1)!.untold).toBeUndefined()
})

test('a refused verb is in the operation log with its reason and the id of the answer', async () => {
  const world = await makeWorld()
  const tenant = await world.makeTenant('REFUSED')
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const clerk = await world.signIn(tenant, [])
  const body = { name: 'Sawn', orderNum: 1 }
  const refused = await clerk.post('/catalog/category', body)
  expect(refused).toMatchObject({ code: 403, error: 'forbidden' })
  expect(await admin.post('/catalog/category', body)).toMatchObject({ code: 200 })
  // Found by the database, which knows the name already.
  const taken = await admin.post('/catalog/category', body)
  expect(taken.code).not.toBe(200)
  await world.services.audit.whenSettled()
  const { rows } = await world.admin.query(
    `select account_id as account, status, error_msg as reason, request_id as id from oper_log
     where tenant_id = $1 and oper_url = '/api/catalog/category' order by error_msg nulls first`,
    [tenant.id],
  )
  const idOf = (answer: { raw: Buffer }) => JSON.parse(answer.raw.toString()).request
  expect(rows).toEqual([
    { account: admin.accountId, status: 0, reason: null, id: expect.any(String) },
    { account: clerk.accountId, status: 1, reason: 'forbidden', id: idOf(refused) },
    { account: admin.accountId, status: 1, reason: 'invalid', id: idOf(taken) },
  ])
})
