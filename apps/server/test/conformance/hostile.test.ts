import { publicBodyLimit } from '@timbermark/contract'
import { beforeAll, expect, test } from 'vitest'
import { largestRefusal } from '../../src/platform/refusal-body.ts'
import type { RouteSpec } from '../../src/platform/http/http.ts'
import { routes } from '../../src/routes.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

/** Processor time of the server for one request, in milliseconds, of which these many are allowed on the machine of the issue. */
const allowedMs = 100
/**
 * Time of the yardstick on that machine: parsing 100,000 names. A slower or busier machine takes longer for both, and the limit grows with it.
 */
const yardstickMs = 25

const names = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n.toString(16)}":1`).join(',')}}`
const manyNames = names(100_000)

/** Bodies of strangers. Each is below the largest body of all calls, so that what is measured is the call. */
const bodies: Record<string, string> = {
  'unknown names': names(70_000),
  'long names': `{${Array.from({ length: 90 }, (_, n) => `"${n}${'x'.repeat(10_000)}":1`).join(',')}}`,
  'depth of lists': `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  'depth of objects': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'nested lists': `[${'[1,2],'.repeat(150_000)}[]]`,
  'equal names': `{${'"a":1,'.repeat(100_000)}"a":2}`,
  quotes: `"${'\\"'.repeat(400_000)}"`,
}
/** Values that every field of a body gets in turn. */
const values: Record<string, string> = {
  'a long text': `"${'A'.repeat(100_000)}"`,
  'a long text of marks': `"${'<a '.repeat(30_000)}"`,
  'a number of many digits': '9'.repeat(10_000),
  'a text of many digits': `"${'9'.repeat(10_000)}.${'9'.repeat(10_000)}"`,
  'many items': `[${'"x",'.repeat(100_000)}"x"]`,
  'many objects': `[${'{"a":1},'.repeat(50_000)}{}]`,
  'an object of many names': names(40_000),
}
const queries: Record<string, string> = {
  parameters: Array.from({ length: 50_000 }, (_, n) => `p${n}=1`).join('&'),
  'allowed parameters': Array.from({ length: 200 }, (_, n) => `params[${n}]=1`).join('&'),
  'a long value': `name=${'%41'.repeat(30_000)}`,
  'an allowed value': `name=${'%'.repeat(8000)}`,
  depth: `a${'[b]'.repeat(2500)}=1`,
  items: Array.from({ length: 200 }, () => 'ids[]=1').join('&'),
}

let world: World
let admin: Caller
let operator: Caller

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.signIn(await world.makeTenant('HOSTILE'), ['enterpriseAdmin'])
  operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
})

const cpuOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The limit on this machine at this moment. */
async function limitNow(): Promise<number> {
  const measured = await cpuOf(() => JSON.parse(manyNames))
  return allowedMs * Math.max(1, measured / yardstickMs)
}

const pathOf = ({ path }: RouteSpec) => path.replace(/:(\w+)(\([^)]*\))?/g, '1')

interface Attack {
  what: string
  method: RouteSpec['method']
  url: string
  body?: string
}

/** Sends a request three times at most: a collection of garbage or a compilation is not the request's. */
async function fault({ what, method, url, body }: Attack, token: string | null): Promise<string[]> {
  let reason = ''
  for (let tries = 0; tries < 3; tries++) {
    let length = 0
    let status = 0
    let code = 0
    const cpu = await cpuOf(async () => {
      const response = await world.app.inject({
        method,
        url: `/api${url}`,
        headers: {
          'accept-language': 'en',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: body }),
      })
      length = response.rawPayload.length
      status = response.statusCode
      code = String(response.headers['content-type']).includes('json') ? response.json().code : 200
    })
    if (code === 403) return ['forbidden']
    const limit = cpu <= allowedMs ? allowedMs : await limitNow()
    if (status >= 500 && status !== 503) return [`${method} ${url}: ${what}: HTTP ${status}`]
    if (code !== 200 && length > largestRefusal) return [`${method} ${url}: ${what}: ${length} bytes`]
    if (cpu <= limit) return []
    reason = `${method} ${url}: ${what}: ${Math.round(cpu)} ms of ${Math.round(limit)}`
  }
  return [reason]
}

/** Members of the body that a call declares, by the schema of the interface docs. */
function fieldsOf(spec: RouteSpec): string[] {
  const shape = (spec.body as { shape?: object; _zod?: { def?: { shape?: object } } } | undefined)?.shape
  return shape ? Object.keys(shape) : []
}

/** All of them for strangers; behind a session every body, and for each call another value, field and query. */
function attacksOn(spec: RouteSpec, turn?: number): Attack[] {
  const of = { method: spec.method, url: pathOf(spec) }
  const pick = <T>(list: readonly T[], at = turn) =>
    at === undefined || list.length === 0 ? list : [list[at % list.length]!]
  const withBody = spec.method === 'GET' ? [] : pick(Object.entries(bodies))
  const inFields = pick(Object.entries(values)).flatMap(([what, value]) =>
    pick(fieldsOf(spec)).map(name => ({
      ...of,
      what: `${name} is ${what}`,
      body: `{${JSON.stringify(name)}:${value}}`,
    })),
  )
  return [
    ...withBody.map(([what, body]) => ({ ...of, what, body })),
    ...(spec.method === 'GET' ? [] : [{ ...of, what: 'unknown names', body: bodies['unknown names']! }]),
    ...inFields,
    ...pick(Object.entries(queries)).map(([what, query]) => ({ ...of, url: `${of.url}?${query}`, what })),
  ]
}

const publicRoutes = routes.filter(({ access }) => access === 'public')
const otherRoutes = routes.filter(({ access }) => access !== 'public')

test('a stranger’s body is small: a public call has a limit of its own', () => {
  const writing = publicRoutes.filter(({ method }) => method !== 'GET')
  expect(writing.length).toBeGreaterThan(5)
  for (const { path, bodyLimit } of writing) expect(bodyLimit ?? publicBodyLimit, path).toBeLessThanOrEqual(16 * 1024)
})

test('no request of a stranger takes much of the processor, and no refusal is long', async () => {
  const faults: string[] = []
  for (const spec of publicRoutes) for (const attack of attacksOn(spec)) faults.push(...(await fault(attack, null)))
  // Without a session, other calls do not read the body.
  for (const spec of otherRoutes) {
    const attack = { method: spec.method, url: pathOf(spec), what: 'no session' }
    faults.push(...(await fault({ ...attack, ...(spec.method === 'GET' ? {} : { body: names(1000) }) }, null)))
  }
  expect(faults).toEqual([])
})

test('no call behind a session takes much for a hostile body, and no refusal is long', async () => {
  const faults: string[] = []
  for (const [turn, spec] of otherRoutes.entries()) {
    if (/logout|forceLogout/i.test(spec.path)) continue
    for (const attack of attacksOn(spec, turn)) {
      const asAdmin = await fault(attack, admin.token)
      faults.push(...(asAdmin[0] === 'forbidden' ? await fault(attack, operator.token) : asAdmin))
    }
  }
  expect(faults.filter(one => one !== 'forbidden')).toEqual([])
})
