import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { request as send } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../src/platform/free-port.ts'
import { makeGoods } from '../goods.ts'
import { type Caller, makeWorld } from '../harness.ts'
import { until } from '../until.ts'
import { type Authority, findTools, makeAuthority, type Nginx, startNginx } from './nginx.ts'
import { type Pair, startPair } from './pair.ts'
import { endAll, type ServerProcess } from './server-process.ts'

/**
 * deploy/rolling-restart.mjs under load: two web processes behind the shipped configuration of nginx, and a worker, are
 * restarted one after the other, and no call fails. `ROLLING_RESTARTS` (1) and `ROLLING_CALLS` (600) make it longer.
 */
const rounds = Number(process.env.ROLLING_RESTARTS ?? 1)
const leastCalls = Number(process.env.ROLLING_CALLS ?? 600)
const tools = findTools()
if (!tools)
  console.warn(
    'NO NGINX (or no openssl) on this machine: a rolling restart behind it is not tried; platform/closing.test.ts still tries a closing process',
  )

const folder = mkdtempSync(join(tmpdir(), 'timbermark-rolling-'))
const script = join(import.meta.dirname, '../../../../deploy/rolling-restart.mjs')
let authority: Authority
let nginx: Nginx
let pair: Pair
let workerPort: number
let admin: Caller
let category: number
let code: string
let origin: string
/** Restarts by port, as systemd does: asked by the command that the script is given. */
let control: Server
const running = new Map<number, ServerProcess>()
/** All of them, also those that have ended. */
const started: ServerProcess[] = []
const restarts: { port: number; exit: number | null }[] = []

const isWorker = (port: number) => port === workerPort
function startProcess(port: number): void {
  const server = pair.start(port, isWorker(port) ? { WEB: 'off', WORKER: 'on' } : { WORKER: 'off' })
  running.set(port, server)
  started.push(server)
}

beforeAll(async () => {
  if (!tools) return
  authority = makeAuthority(tools.openssl, folder)
  const [secure, plain] = [await freePort(), await freePort()]
  workerPort = await freePort()
  origin = `https://localhost:${secure}`
  const world = await makeWorld({ environment: { PUBLIC_URL: origin } })
  const tenant = await world.makeTenant('ROLLING')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const goods = await makeGoods(world, admin)
  code = goods.codes[0]!
  pair = await startPair(world, folder, { WORKER: 'off' })
  for (const [place, port] of pair.ports.entries()) running.set(port, pair.servers[place]!)
  started.push(...pair.servers)
  startProcess(workerPort)
  nginx = await startNginx(tools, join(folder, 'nginx'), {
    authority,
    processes: pair.ports,
    ports: { secure, plain },
  })
  const created = await call('POST', '/api/catalog/category', { name: 'Before', orderNum: 1 })
  // The worker has signed the first head.
  await until(async () => (await call('GET', '/ledger/checkpoint')).status === 200)
  category = (created.answer as { data: { id: number } }).data.id
  control = createServer(async (request, response) => {
    const port = Number(request.url!.slice(1))
    const server = running.get(port)!
    server.kill('SIGTERM')
    restarts.push({ port, exit: await server.ended })
    startProcess(port)
    response.end()
  })
  await new Promise<void>(done => control.listen(0, '127.0.0.1', done))
})

afterAll(async () => {
  control?.close()
  await nginx?.stop()
  await endAll()
  rmSync(folder, { recursive: true, force: true })
})

interface Outcome {
  status: number
  answer: unknown
}

/** One call by the public address, over a connection of its own. */
function call(method: string, path: string, body?: unknown): Promise<Outcome> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = send(
      origin + path,
      {
        method,
        ca: authority.ca,
        agent: false,
        headers: {
          authorization: `Bearer ${admin.token}`,
          ...(text === undefined
            ? {}
            : {
                'content-type': 'application/json',
                'content-length': String(Buffer.byteLength(text)),
                'idempotency-key': randomUUID(),
              }),
        },
      },
      response => {
        let received = ''
        response.setEncoding('utf8').on('data', (part: string) => (received += part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            answer: response.headers['content-type']?.includes('json') ? JSON.parse(received) : received,
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(text)
  })
}

let numbers = 0

/** What people do meanwhile. */
const kinds: Readonly<Record<string, () => Promise<Outcome>>> = {
  'GET getInfo': () => call('GET', '/api/getInfo'),
  'GET list': () => call('GET', '/api/catalog/category/list?limit=20'),
  'GET trace': () => call('GET', `/api/trace/${code}`),
  'GET checkpoint': () => call('GET', '/ledger/checkpoint'),
  'POST add': () => call('POST', '/api/catalog/category', { name: `Added ${++numbers}`, orderNum: 1 }),
  'POST scan': () => {
    const visit = randomUUID()
    return call('POST', '/api/trace/scan', { code, device: visit, visit })
  },
  'PUT edit': () => call('PUT', '/api/catalog/category', { id: category, name: `Edited ${++numbers}`, orderNum: 1 }),
  'PUT order': () => call('PUT', '/api/catalog/category', { id: category, orderNum: 1 + (++numbers % 9) }),
}

/**
 * What a machine refuses that has too much to do, by the log of the process that refused: its database did not answer in
 * time. No restart does that; a call that is lost between two processes gets no answer of a process, or another reason.
 */
function isOverload({ status, answer }: Outcome): boolean {
  const { request } = answer as { request?: string }
  if (status !== 503 || !request) return false
  const line = started
    .flatMap(server => server.said().split('\n'))
    .find(text => text.includes('request failed') && text.includes(request))
  return /in time|timeout/.test(line ?? '')
}

function runScript(
  ports: readonly number[],
  more: readonly string[] = [],
): Promise<{ exit: number | null; output: string }> {
  const { port } = control.address() as AddressInfo
  const ask = `"${process.execPath}" -e "fetch('http://127.0.0.1:${port}/' + process.env.PORT).then(a => process.exit(a.ok ? 0 : 1))"`
  const child = spawn(
    process.execPath,
    [
      script,
      `--conf=${nginx.configuration}`,
      `--check="${tools!.nginx}" -t -q -p ${join(folder, 'nginx')} -e stderr -c ${join(folder, 'nginx/nginx.conf')}`,
      `--reload=kill -HUP ${nginx.pid}`,
      `--restart=${ask}`,
      ...more,
      ...ports.map(String),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise(done => child.once('close', exit => done({ exit, output })))
}

test.skipIf(!tools)(
  'web processes and workers restarted one after the other: no call fails',
  async () => {
    const failed: string[] = []
    const counts: Record<string, number> = {}
    let calls = 0
    const wrong: { name: string; outcome: Outcome }[] = []
    let over = false
    const names = Object.keys(kinds)
    const caller = async (first: number) => {
      for (let turn = first; !over; turn++) {
        const name = names[turn % names.length]!
        calls++
        counts[name] = (counts[name] ?? 0) + 1
        try {
          const outcome = await kinds[name]!()
          const { answer } = outcome
          const isRight =
            outcome.status === 200 && (typeof answer === 'string' || (answer as { code: number }).code === 200)
          if (!isRight) wrong.push({ name, outcome })
        } catch (error) {
          failed.push(`${name}: ${(error as Error).message}`)
        }
        await new Promise(wake => setTimeout(wake, 100))
      }
    }
    const callers = names.map((_, place) => caller(place))
    for (let round = 0; round < rounds; round++) {
      const { exit, output } = await runScript([...pair.ports, workerPort])
      expect(exit, output).toBe(0)
    }
    await until(async () => calls >= leastCalls)
    over = true
    await Promise.all(callers)
    // The last lines of the logs are on their way.
    await new Promise(wake => setTimeout(wake, 500))
    const overloaded = wrong.filter(({ outcome }) => isOverload(outcome)).length
    for (const { name, outcome } of wrong)
      if (!isOverload(outcome))
        failed.push(`${name}: ${outcome.status} ${JSON.stringify(outcome.answer).slice(0, 200)}`)
    console.log(
      `${calls} calls over ${rounds} rolling restarts, ${failed.length} failed, ${overloaded} refused by an overloaded machine: ${JSON.stringify(counts)}`,
    )
    expect(failed.slice(0, 10)).toEqual([])
    // A test that hardly anything got through to would prove nothing.
    expect(overloaded).toBeLessThan(calls / 20)
    expect(calls).toBeGreaterThanOrEqual(leastCalls)
    expect(restarts.map(({ port }) => port)).toEqual(
      Array.from({ length: rounds }, () => [...pair.ports, workerPort]).flat(),
    )
    for (const { exit } of restarts) expect(exit).toBe(0)
    // Everything is as it was: no process is left out.
    expect(readFileSync(nginx.configuration, 'utf8')).not.toMatch(/\sdown\s*;/)
  },
  rounds * 300_000,
)

test.skipIf(!tools)(
  'the last process that serves is not restarted, and the configuration is left as it was',
  async () => {
    const [first, second] = pair.ports
    const before = readFileSync(nginx.configuration, 'utf8')
    const other = running.get(second)!
    other.kill('SIGTERM')
    await other.ended
    const { exit, output } = await runScript([first], ['--patience=2'])
    expect(exit).toBe(1)
    expect(output).toContain('no other process of the upstream is ready')
    expect(readFileSync(nginx.configuration, 'utf8')).toBe(before)
    expect(restarts.filter(({ port }) => port === first)).toHaveLength(rounds)
    expect((await call('GET', '/api/getInfo')).status).toBe(200)
  },
)
