import type { Issue } from '@timbermark/contract'
import { beforeAll, expect, test } from 'vitest'
import { documentPath } from '../../src/areas/tool/openapi.ts'
import type { RouteSpec } from '../../src/platform/http/http.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { routes } from '../../src/routes.ts'
import { seedDemonstration } from '../../src/seed/demonstration.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { type Document, validatorOf } from '../published.ts'

/** Compares the interface docs with the demonstration's answers, for all read-only calls. */
let world: World
let document: Document
let faults: ReturnType<typeof validatorOf>
const readers: [name: string, caller: Caller][] = []
let signIn: (which: number) => Promise<Caller>

beforeAll(async () => {
  world = await makeWorld({ background: true })
  await seedDemonstration(world.services, () => {})
  const operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  const { id } = await world.services.database.acrossTenants('seed', db =>
    db.one<{ id: number }>(sql`select id from enterprise where identification = 'DEMO-ZHEJIANG'`),
  )
  readers.push(['operator', operator], ['enterprise', await world.signIn({ id, deptId: null }, ['enterpriseAdmin'])])
  signIn = which =>
    which === 0
      ? world.signIn({ id: 1, deptId: null }, ['superAdmin'])
      : world.signIn({ id, deptId: null }, ['enterpriseAdmin'])
  document = (await operator.get('/openapi.json')) as unknown as Document
  faults = validatorOf(document)
})

const parameterValues: Readonly<Record<string, string>> = {
  '/system/dict/data/type/:type': 'sys_normal_disable',
  '/system/config/configKey/:key': 'sys.account.strongPassword',
}

/** Addresses of a route on the demonstration: unchanged, or with ids and codes from its list. */
async function addressesOf(spec: RouteSpec, caller: Caller): Promise<string[]> {
  const plain = spec.path.replace(/\([^)]*\)/g, '')
  const [name, ...more] = [...plain.matchAll(/:(\w+)/g)].map(match => match[1]!)
  if (name === undefined) return [plain]
  if (more.length > 0) return []
  const known = parameterValues[plain]
  if (known) return [plain.replace(/:\w+/, known)]
  const base = plain.slice(0, plain.indexOf('/:'))
  const list = name === 'code' ? '/code/qr/list?requestId=1' : `${base}/list`
  const { code, rows } = await caller.get<unknown>(list)
  if (code !== 200 || !Array.isArray(rows)) return []
  return (rows as Record<string, unknown>[])
    .slice(0, 2)
    .flatMap(row => (row[name] === undefined ? [] : [plain.replace(/:\w+/, String(row[name]))]))
}

test('what is answered is what the interface docs say, of every call that only reads', async () => {
  const wrong: string[] = []
  const good = new Set<string>()
  for (const spec of routes) {
    // Captcha pictures and event streams are not read here.
    if (spec.method !== 'GET' || spec.path === '/captchaImage') continue
    const operation = document.paths[documentPath(spec.path)]!.get!
    for (const [reader, caller] of readers) {
      for (const address of await addressesOf(spec, caller)) {
        const answered = (await caller.get(address)) as Answered & { error?: string; message?: string }
        const where = `${reader} GET ${address}`
        const type = String(answered.headers['content-type'] ?? '')
        if (!type.includes('json') || spec.file?.includes('application/json')) {
          if (answered.status === 200) good.add(spec.path)
          const types = Object.keys(operation.responses['200']!.content)
          if (!types.some(one => type.startsWith(one))) wrong.push(`${where} answers ${type}`)
          continue
        }
        const body = JSON.parse(answered.raw.toString()) as { code: number; error?: string }
        const fault = faults(operation.responses['200']!.content['application/json']!.schema, body)
        if (fault) wrong.push(`${where}: ${fault}`)
        if (body.code === 200) good.add(spec.path)
        if (body.error && !operation['x-refusals'].includes(body.error))
          wrong.push(`${where} is refused for ${body.error}, which is not told`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(good.size).toBeGreaterThan(210)
})

test('a file that is fetched once, or makes a request one that was fetched, says that it changes something', () => {
  const changing = Object.entries(document.paths).flatMap(([path, { get }]) =>
    (get as { 'x-changes'?: boolean } | undefined)?.['x-changes'] ? [path] : [],
  )
  expect(changing.sort()).toEqual([
    '/api/code/download/{token}',
    '/api/code/platform-request/{id}/download',
    '/api/code/request/{id}/download',
  ])
})

/** Calls that end the caller's session, or that no test of calls should start. */
const left = new Set(['POST /logout', 'POST /login', 'GET /captchaImage'])

/**
 * Calls whose required input depends on its content: the kind of a parameter, an approved listing, an enabled account,
 * the type of a menu, the kind of an attribute.
 */
const dependent = new Set([
  'POST /system/config',
  'PUT /trade/listing/audit',
  'PUT /wechat/account',
  'POST /system/menu',
  'POST /stage/template',
])

test('what is refused is what the interface docs tell, of every call that is sent their own examples about nothing that is there', async () => {
  const wrong: string[] = []
  let refused = 0
  const callers: Caller[] = []
  for (const spec of routes) {
    const call = `${spec.method} ${spec.path}`
    if (left.has(call)) continue
    const operation = document.paths[documentPath(spec.path)]![spec.method.toLowerCase()]!
    const examples = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})
    // One id that no row has, and one that no row can have.
    for (const [which, id] of ['999999999', '9223372036854775808'].entries()) {
      const address = operation.parameters
        .filter(one => one.in === 'path')
        .reduce(
          (path, { name, schema, example }) =>
            path.replace(`{${name}}`, schema?.type === 'integer' ? id : encodeURIComponent(String(example))),
          documentPath(spec.path),
        )
      const body = examples.at(which)?.value ?? examples[0]?.value
      const send = async (caller: Caller) =>
        (await (spec.upload
          ? caller.upload(address, { name: 'list.txt', content: Buffer.from('neither list nor picture') })
          : spec.method === 'GET' || spec.method === 'DELETE'
            ? caller[spec.method === 'GET' ? 'get' : 'delete'](address)
            : caller[spec.method === 'PUT' ? 'put' : 'post'](address, body))) as Answered & { error?: string }
      callers[which] ??= await signIn(which)
      let answered = await send(callers[which])
      // An earlier call has ended the session.
      if (answered.error === 'unauthenticated') {
        callers[which] = await signIn(which)
        answered = await send(callers[which])
      }
      const where = `${call} with ${id} of ${which === 0 ? 'the operator' : 'an enterprise'}`
      const issues = (answered.data as { issues?: Issue[] } | null)?.issues ?? []
      const incomplete = issues.filter(({ error }) => error === 'required')
      for (const { field, error } of issues)
        if (error === 'notOneOf' && !dependent.has(call)) wrong.push(`${where} is told to send what ${field} cannot be`)
      if (
        examples.length > 0 &&
        !dependent.has(call) &&
        !operation.parameters.some(one => one.in === 'query') &&
        incomplete.length > 0
      )
        wrong.push(`${where} is told to send less than it has to: ${incomplete.map(({ field }) => field).join(', ')}`)
      if (answered.status !== 200 && !operation.responses[`${String(answered.status)[0]}XX`])
        wrong.push(`${where} answers ${answered.status}`)
      if (!answered.error) continue
      refused++
      if (!operation['x-refusals'].includes(answered.error))
        wrong.push(`${where} is refused for ${answered.error}, which is not told`)
      const fault = faults(
        operation.responses['200']!.content['application/json']!.schema,
        JSON.parse(answered.raw.toString()),
      )
      if (fault) wrong.push(`${where}: ${fault}`)
    }
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(500)
})
