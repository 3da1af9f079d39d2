import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, createServer, request as plainly } from 'node:http'
import { connect } from 'node:http2'
import { request as securely } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { type cacheState, largestUpload } from '@timbermark/contract/calls'
import { type AnswerOf, languages } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { openBrowser } from '../../../../scripts/chromium.ts'
import { freePort } from '../../src/platform/free-port.ts'
import { productionDrainSeconds } from '../../src/platform/settings.ts'
import { authorize, circulationOf, type Goods, makeBatch, makeGoods, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { png } from '../samples.ts'
import { makeHolder, platformAdmin } from '../system/people.ts'
import { publish } from '../trade/market.ts'
import { type Authority, findTools, makeAuthority, type Nginx, shippedConfiguration, startNginx } from './nginx.ts'
import { startPair } from './pair.ts'
import { endAll, readiness, type ServerProcess } from './server-process.ts'
import { codeRequest } from '../code-request.ts'

/**
 * Two processes of `npm run serve` on one database, behind nginx with the configuration of deploy/. A machine that has no
 * nginx and no package of it still tries the two processes, tells so, and does not try the configuration; with
 * `NGINX=required` that is a failure.
 */
const tools = findTools()
if (!tools)
  console.warn(
    'NO NGINX (or no openssl) on this machine: deploy/nginx/timbermark.conf is not tried. apt-get install nginx-light',
  )

const folder = mkdtempSync(join(tmpdir(), 'timbermark-nginx-'))
let authority: Authority
let nginx: Nginx | undefined
let world: World
let admin: Caller
let field: Caller
let goods: Goods
let deptId: number
let servers: [ServerProcess, ServerProcess]
let browser: Browser | undefined
/** The address that people use; without nginx the two processes, in turn. */
let origins: string[]

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface AskOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Own address, to be a different client than the tests. */
  from?: string
  /** Called when the answer begins to arrive; the rest is read after it. */
  begun?: () => Promise<unknown>
}

function askAt(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body, from, begun }: AskOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = origin.startsWith('https:') ? securely : plainly
    const call = send(
      origin + path,
      {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
        ...(from ? { localAddress: from } : {}),
        ...(authority ? { ca: authority.ca } : {}),
        agent: false,
      },
      answer => {
        const chunks: Buffer[] = []
        const end = (isComplete: boolean) =>
          resolve({
            status: answer.statusCode!,
            headers: { ...answer.headers, whole: String(isComplete) },
            body: Buffer.concat(chunks),
          })
        answer.on('data', (chunk: Buffer) => void chunks.push(chunk))
        if (begun)
          answer.once('data', () => {
            answer.pause()
            void begun().then(() => answer.resume())
          })
        answer.on('end', () => end(true))
        answer.on('error', () => end(false))
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

let turn = 0

/** A request as people make it, by the one public address; without a proxy, the processes in turn. */
async function ask(path: string, options: AskOptions = {}): Promise<Answer> {
  const [first, ...others] = turn++ % 2 === 0 ? origins : [...origins].reverse()
  return askAt(first!, path, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNREFUSED' || others.length === 0) throw error
    return askAt(others[0]!, path, options)
  })
}

interface Called<T> {
  code: number
  error?: string
  data: T
  rows: Record<string, unknown>[]
}

/** One call of the interface, as people make it. */
const call = <T = Record<string, unknown>>(
  who: Pick<Caller, 'token'> | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Called<T>> => callBy(ask, who, method, path, body)

/** One call of the interface at one of the processes. */
const callAt = <T = Record<string, unknown>>(
  { url }: ServerProcess,
  who: Pick<Caller, 'token'> | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Called<T>> => callBy((path, options) => askAt(url, path, options), who, method, path, body)

async function callBy<T>(
  send: (path: string, options: AskOptions) => Promise<Answer>,
  who: Pick<Caller, 'token'> | null,
  method: string,
  path: string,
  body: unknown,
): Promise<Called<T>> {
  const answer = await send(`/api${path}`, {
    method,
    headers: {
      'accept-language': 'en',
      ...(who?.token ? { authorization: `Bearer ${who.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return JSON.parse(answer.body.toString('utf8'))
}

async function until(held: () => Promise<boolean>): Promise<void> {
  while (!(await held())) await new Promise(wake => setTimeout(wake, 100))
}

beforeAll(async () => {
  const [secure, plain] = [await freePort(), await freePort()]
  if (tools) authority = makeAuthority(tools.openssl, folder)
  const publicUrl = `https://localhost:${secure}`
  world = await makeWorld({ environment: { PUBLIC_URL: publicUrl } })
  const tenant = await world.makeTenant('NGINX')
  deptId = tenant.deptId
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  goods = await makeGoods(world, admin)
  await authorize(admin, field.accountId, ['felling'])
  const pair = await startPair(world, folder)
  servers = pair.servers
  if (tools)
    nginx = await startNginx(tools, join(folder, 'nginx'), {
      authority,
      processes: pair.ports,
      ports: { secure, plain },
    })
  origins = nginx ? [publicUrl] : servers.map(server => server.url)
})

afterAll(async () => {
  await browser?.close()
  await nginx?.stop()
  await endAll()
  rmSync(folder, { recursive: true, force: true })
})

test('nginx is there where it has to be', () => {
  expect(tools !== undefined || process.env.NGINX !== 'required').toBe(true)
})

describe.skipIf(!tools)('the configuration of deploy/nginx', () => {
  test('leads from plain to secure, by HTTP/2 where it can be, and keeps the figures to itself', async () => {
    const led = await askAt(`http://127.0.0.1:${nginx!.plain}`, '/C/ABC?x=1', { headers: { host: 'localhost' } })
    expect(led.status).toBe(308)
    expect(led.headers.location).toBe('https://localhost/C/ABC?x=1')
    const session = connect(origins[0]!, { ca: authority.ca })
    const status = await new Promise((resolve, reject) => {
      session.on('error', reject)
      const stream = session.request({ ':path': '/readyz' })
      stream.on('response', headers => resolve(headers[':status']))
      stream.resume()
    })
    session.close()
    expect(status).toBe(200)
    for (const path of ['/metrics', '/metrics/', '/metrics//', '/%6detrics/'])
      expect((await ask(path, { headers: { authorization: 'Bearer x' } })).status, path).toBe(404)
    // Another name than ours is led nowhere.
    for (const host of ['evil.example', ''])
      await expect(askAt(`http://127.0.0.1:${nginx!.plain}`, '/x', { headers: { host } })).rejects.toThrow()
    await expect(askAt(`https://127.0.0.1:${nginx!.secure}`, '/readyz', {})).rejects.toThrow()
    const page = await ask('/login')
    expect(page.status).toBe(200)
    expect(page.headers['strict-transport-security']).toMatch(/max-age=/)
    expect(page.headers.server).toBe('nginx')
  })

  test('agrees with the server: size limits, time limits, and the message when the server is down', () => {
    const megabytes = Number(/client_max_body_size (\d+)m;/.exec(shippedConfiguration)![1])
    expect(megabytes * 1024 * 1024).toBeGreaterThan(largestUpload + 100_000)
    const keepAliveSeconds = Number(/^ {4}keepalive_timeout (\d+)s;/m.exec(shippedConfiguration)![1])
    expect(keepAliveSeconds * 1000).toBeLessThan(world.app.server.keepAliveTimeout)
    // A process that ends answers for longer than that, too.
    expect(keepAliveSeconds).toBeLessThan(productionDrainSeconds)
    const most = Number(/keepalive_requests (\d+);/.exec(shippedConfiguration)![1])
    expect(most).toBeLessThan(world.app.server.maxRequestsPerSocket!)
    for (const language of languages)
      expect(shippedConfiguration).toContain(`"${phrase(language, 'error.unavailable')}"`)
  })

  test('a body that is too large is refused by the server, in its words', async () => {
    // The server closes a connection whose body it does not read; where that is faster than its answer, the proxy says
    // to retry.
    await expect
      .poll(() => call(admin, 'POST', '/catalog/category', { name: 'x'.repeat(2_000_000) }))
      .toMatchObject({ code: 500, error: 'bodyTooLarge' })
  })

  test('the client address comes only from the proxy: a header of the client changes nothing', async () => {
    const { rows } = await world.admin.query<{ name: string }>('select user_name as name from account where id = $1', [
      admin.accountId,
    ])
    await ask('/api/login', {
      method: 'POST',
      from: '127.0.0.5',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
        'x-real-ip': '203.0.113.9',
      },
      body: JSON.stringify({ username: rows[0]!.name, password: 'wrong-Password-1' }),
    })
    const log = await call(admin, 'GET', '/monitor/logininfor/list?limit=1')
    expect(log.rows[0]).toMatchObject({ ipaddr: '127.0.0.5' })
    for (const server of servers) expect(server.said()).not.toContain('TRUST_PROXY is not set')
  })

  test('a write that may have been done is not sent again; reading goes on to the next process', async () => {
    const methods: string[] = []
    const gone = [0, 1].map(() =>
      createServer((request, _answer) => {
        methods.push(request.method!)
        request.socket.destroy()
      }),
    )
    for (const server of gone) await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const [first, second] = gone.map(server => (server.address() as AddressInfo).port)
    const front = await startNginx(tools!, join(folder, 'once'), {
      authority,
      processes: [first!, second!],
      // Neither process is taken out for having failed: every call finds both.
      change: text => text.replaceAll('max_fails=1', 'max_fails=0'),
    })
    const origin = `https://localhost:${front.secure}`
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
      expect((await askAt(origin, '/api/catalog/category', { method, ...body })).status, method).toBe(503)
    }
    await front.stop()
    for (const server of gone) server.close()
    expect(methods).toEqual(['GET', 'GET', 'POST', 'PUT', 'DELETE'])
  })
})

describe('two processes and what people do', () => {
  let requestId: number
  let code: string

  test('signing in with either holds with the other', async () => {
    const { rows } = await world.admin.query<{ name: string }>('select user_name as name from account where id = $1', [
      admin.accountId,
    ])
    const signedIn = await call<{ token: string }>(null, 'POST', '/login', {
      username: rows[0]!.name,
      password: 'Demo-password-1',
    })
    expect(signedIn.code).toBe(200)
    const token = signedIn.data.token
    for (const { url } of servers)
      expect((await askAt(url, '/api/getInfo', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect((await call({ token }, 'GET', '/getInfo')).code).toBe(200)
    // So does signing out.
    expect((await callAt(servers[0], { token }, 'POST', '/logout')).code).toBe(200)
    expect((await callAt(servers[1], { token }, 'GET', '/getInfo')).code).toBe(401)
  })

  test('a change in one process is used by the other at its next call: rights, texts, parameters, sessions', async () => {
    const [one, other] = servers
    const root = await platformAdmin(world)
    const holder = await makeHolder(world, admin, deptId, ['system:post:list'])
    // The values that each has cached from before the change.
    for (const server of servers) {
      expect((await callAt(server, holder, 'GET', '/system/post/list')).code).toBe(200)
      expect((await callAt(server, null, 'GET', '/system/config/configKey/sys.account.registerUser')).code).toBe(200)
      expect((await callAt(server, admin, 'GET', '/system/dict/data/type/sys_yes_no')).code).toBe(200)
    }
    const disabled = { roleId: holder.roleId, status: '1' }
    expect((await callAt(one, admin, 'PUT', '/system/role/changeStatus', disabled)).code).toBe(200)
    expect((await callAt(other, holder, 'GET', '/system/post/list')).code).toBe(403)
    expect((await callAt(other, admin, 'PUT', '/system/role/changeStatus', { ...disabled, status: '0' })).code).toBe(
      200,
    )
    expect((await callAt(one, holder, 'GET', '/system/post/list')).code).toBe(200)

    const word = { dictType: 'sys_yes_no', dictLabel: 'Perhaps', dictValue: 'P', dictSort: 9 }
    expect((await callAt(one, root, 'POST', '/system/dict/data', word)).code).toBe(200)
    const words = await callAt<{ dictValue: string }[]>(other, admin, 'GET', '/system/dict/data/type/sys_yes_no')
    expect(words.data.map(({ dictValue }) => dictValue)).toContain('P')

    const parameters = (await callAt(one, root, 'GET', '/system/config/list?limit=100')).rows
    const { id, configValue } = parameters.find(row => row.configKey === 'sys.account.registerUser')!
    const changed = configValue === 'true' ? 'false' : 'true'
    expect((await callAt(one, root, 'PUT', '/system/config', { configId: id, configValue: changed })).code).toBe(200)
    expect((await callAt(other, null, 'GET', '/system/config/configKey/sys.account.registerUser')).data).toBe(changed)

    const session = (await callAt(one, admin, 'GET', '/monitor/online/list?limit=100')).rows.find(
      row => row.userId === holder.accountId,
    )!
    expect((await callAt(one, admin, 'DELETE', `/monitor/online/${String(session.tokenId)}`)).code).toBe(200)
    expect((await callAt(other, holder, 'GET', '/system/post/list')).code).toBe(401)
  })

  test('a cache that is emptied at one process is emptied at the other within two beats, and fills again', async () => {
    const [one, other] = servers
    const root = await platformAdmin(world)
    /** Cache misses of rights at the other process, as it last reported them, which is every ten seconds. */
    const misses = async () => {
      await callAt(other, root, 'GET', '/getInfo')
      const { data } = await callAt<AnswerOf<typeof cacheState>>(one, root, 'GET', '/monitor/cache')
      const state = data.processes.find(({ pid }) => pid === other.pid)!
      return { misses: state.caches.accountRights!.misses, at: String(state.seenAt) }
    }
    expect((await callAt(other, admin, 'DELETE', '/monitor/cache/accountRights')).code).toBe(403)
    const known = await misses()
    // No other caller uses it meanwhile: from its next heartbeat on the count stays.
    const settled = async () => {
      let last = await misses()
      for (const first = last.at; last.at === first; ) {
        await new Promise(wake => setTimeout(wake, 500))
        last = await misses()
      }
      return last.misses
    }
    const before = await settled()
    expect(before).toBeGreaterThanOrEqual(known.misses)
    expect((await callAt(one, root, 'DELETE', '/monitor/cache/accountRights')).code).toBe(200)
    await expect.poll(async () => (await misses()).misses, { interval: 500 }).toBe(before + 1)
    // Emptied once: at the next heartbeat it still has them.
    expect(await settled()).toBe(before + 1)
  })

  test('a caller that collects phone numbers has one limit, not one per process', async () => {
    const listing = await publish(admin, { contactPhone: '13798761234' })
    const auditor = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
    const codes: number[] = []
    for (let n = 0; n < 34; n++) {
      const { code: answered } = await callAt(servers[n % 2]!, auditor, 'POST', `/trade/listing/${listing}/phone`)
      codes.push(answered)
    }
    expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200))
    expect(codes.slice(30)).toContain(429)
  })

  test('codes are asked for, made, handed out in parts, and printed', async () => {
    const created = await call<{ id: number }>(
      admin,
      'POST',
      '/code/request',
      codeRequest(await makeBatch(world, admin), { name: 'Through the proxy', count: 1_000_000 }),
    )
    expect(created.code).toBe(200)
    requestId = created.data.id
    expect((await call(admin, 'PUT', `/code/request/${requestId}/submit`)).code).toBe(200)
    await until(
      async () =>
        (await call<{ status: string }>(admin, 'GET', `/code/request/${requestId}`)).data.status === 'completed',
    )
    const part = await ask(`/api/code/request/${requestId}/download?format=csv`, {
      headers: { authorization: `Bearer ${admin.token}`, range: 'bytes=1000-1999' },
    })
    expect(part.status).toBe(206)
    expect(part.body).toHaveLength(1000)
    expect(part.headers['content-range']).toMatch(/^bytes 1000-1999\//)
    // Only one of the two has made it; each knows its codes.
    const printed = (await call(admin, 'GET', `/code/qr/list?requestId=${requestId}&limit=1`)).rows[0]!.code as string
    for (const server of servers)
      await until(async () => (await callAt(server, null, 'GET', `/trace/${printed}`)).code === 200)
    const sheet = await ask(`/api/code/request/${requestId}/labels?from=1&to=30&format=pdf`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(sheet.body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(sheet.headers.whole).toBe('true')
  })

  test('a report with a photo arrives, is sealed, and is proven in a reader’s browser', async () => {
    const boundary = randomUUID()
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="tree.png"\r\ncontent-type: image/png\r\n\r\n`
    const sent = await ask('/api/common/upload', {
      method: 'POST',
      headers: { authorization: `Bearer ${field.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
    const photo = (JSON.parse(sent.body.toString()) as { data: { id: string } }).data.id
    code = goods.codes[0]!
    const fields = valueFields(stageByKey('felling')).filter(({ required }) => required)
    const reported = await call<{ accepted: string[] }>(field, 'POST', '/stage/report', {
      reportId: randomUUID(),
      stage: 'felling',
      templateId: await templateOf(world, 'felling'),
      circulationId: await circulationOf(world, 'free'),
      documentCode: goods.documentCode,
      operator: 'Demo operator',
      time: '2026-11-01T08:00:00Z',
      codes: [code],
      values: { ...sampleValues(fields), photos: [photo] },
      longitude: 9.45,
      latitude: 0.39,
    })
    expect(reported).toMatchObject({ code: 200, data: { accepted: [code] } })
    await until(async () => (await call(field, 'GET', '/stage/record/mine')).rows[0]!.ledger !== 'queued')
    browser = await openBrowser()
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(error.message))
    // As printed: upper case, from the path on.
    await page.goto(`${origins[0]}/C/${code}`)
    await page.waitForSelector('html[data-verdict="proven"]', { timeout: 60_000 })
    // The photo is shown from its bytes, after they were checked against their hash.
    await page.locator('img').first().waitFor({ state: 'attached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('one process is killed in the middle of a download: the rest comes from the other, and everything goes on', async () => {
    const path = `/api/code/request/${requestId}/download?format=csv`
    const headers = { authorization: `Bearer ${admin.token}` }
    const complete = await ask(path, { headers })
    expect(complete.body.length).toBe(Number(complete.headers['content-length']))
    const [doomed, other] = servers
    let reading = 0
    let killed: (() => void) | undefined
    const both = new Promise<void>(done => (killed = done))
    const begun = async () => {
      if (++reading === 2) {
        doomed.kill('SIGKILL')
        await doomed.ended
        killed!()
      }
      await both
    }
    // Two at once: each process has one of them.
    const parts = await Promise.all([ask(path, { headers, begun }), ask(path, { headers, begun })])
    expect(parts.map(({ headers: { whole: isWhole } }) => isWhole).sort()).toEqual(['false', 'true'])
    for (const { body: have } of parts.filter(part => part.headers.whole === 'false')) {
      expect(have.length).toBeLessThan(complete.body.length)
      const rest = await ask(path, { headers: { ...headers, range: `bytes=${have.length}-` } })
      expect(rest.status).toBe(206)
      expect(Buffer.concat([have, rest.body]).equals(complete.body)).toBe(true)
    }
    // Reads and writes alike, without a caller noticing anything.
    for (let time = 0; time < 6; time++) {
      expect((await call(admin, 'GET', '/getInfo')).code).toBe(200)
      expect(await call(admin, 'POST', '/catalog/category', { name: `After ${time}`, orderNum: 1 })).toMatchObject({
        code: 200,
      })
    }
    expect((await ask(`/c/${code}`)).status).toBe(200)
    expect(await readiness(other)).toBe(200)
  })

  test.skipIf(!tools)('when no server runs, callers are told to retry, in their language', async () => {
    const [, other] = servers
    other.kill('SIGTERM')
    expect(await other.ended).toBe(0)
    for (const language of languages) {
      const answer = await ask('/api/getInfo', { headers: { 'accept-language': language } })
      expect(answer.status).toBe(503)
      expect(answer.headers['retry-after']).toBe('5')
      expect(JSON.parse(answer.body.toString('utf8'))).toMatchObject({
        code: 503,
        error: 'unavailable',
        msg: phrase(language, 'error.unavailable'),
      })
    }
    const put = await ask('/api/catalog/category', { method: 'PUT', body: '{}' })
    expect({ status: put.status, again: put.headers['retry-after'] }).toEqual({ status: 503, again: '5' })
    const page = await ask('/c/ABC', { headers: { 'accept-language': 'fr' } })
    expect(page.headers['content-type']).toContain('text/plain')
    expect(page.body.toString()).toBe(phrase('fr', 'error.unavailable'))
  })
})
