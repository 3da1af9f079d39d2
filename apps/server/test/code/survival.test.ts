import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { entityByKey } from '@timbermark/contract'
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import {
  defineCodeGeneration,
  generateCodesAndWait,
  generateCodes,
} from '../../src/areas/code/request/generate-codes.ts'
import { Jobs } from '../../src/platform/jobs/jobs.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { TakenOver } from '../../src/platform/jobs/run.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample } from '../samples.ts'
import { until } from '../until.ts'
import { codeRequest } from '../code-request.ts'

/** Code requests while workers die, freeze and wake. */
let world: World
let admin: Caller
let tenantId: number
let batchId: number
const children: ChildProcess[] = []
const count = 10_000_000

beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(async () => {
  const tenant = await world.makeTenant(`SURVIVE-${Math.random().toString(36).slice(2, 8).toUpperCase()}`)
  tenantId = tenant.id
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  batchId = (await addSample(admin, entityByKey('catalog/batch')!, 'B')).id
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    const ended = new Promise(done => child.once('exit', done))
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended
  }
  await world.services.jobs.stop()
  await world.admin.query('truncate job_outbox, job_worker, graphile_worker._private_jobs')
})

async function add(codes: number): Promise<number> {
  const { data } = await admin.post<{ id: number }>(
    '/code/request',
    codeRequest(batchId, { name: 'Labels', count: codes, codeRule: 'digits', securityLength: 12, factoryCode: 'F-1' }),
  )
  return data.id
}
const submit = (id: number) => admin.put(`/code/request/${id}/submit`)
interface Seen {
  status: string
  progress: number
  failure: string | null
  manifest_sha256: string | null
  run: string | null
}
const see = async (id: number): Promise<Seen> => {
  const { rows } = await world.admin.query(
    'select status, progress::float8, failure, manifest_sha256, run from code_request where id = $1',
    [id],
  )
  return rows[0]
}
/** Entries of a request, waiting or in the log. */
const entriesOf = async (id: number) =>
  (
    await world.admin.query(
      `select c.id from sealed_content c where c.kind = 'request' and c.row_id = $1
       and (exists (select from ledger_queue q where q.content = c.digest) or exists (select from ledger_entry e where e.content = c.content))`,
      [id],
    )
  ).rows.length
const done = (id: number) => until(async () => (await see(id)).status === 'completed', `the codes of ${id}`)

/** Workers in the test process; they end after the test. */
async function startWorker(times: { silentMs?: number } = {}): Promise<void> {
  world.services.jobs = new Jobs(world.services.database, world.services.log, {
    pollMs: 100,
    beatMs: 200,
    reconcileMs: 300,
    ...times,
  })
  defineCodeGeneration(world.services)
  await world.services.jobs.start()
}

/** Starts a separate worker process. */
async function spawnWorker(silentMs: number): Promise<ChildProcess> {
  const { serverUrl, workerUrl } = inject('cluster')
  const at = (url: string) => Object.assign(new URL(url), { pathname: new URL(world.databaseUrl).pathname }).toString()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-child.ts')], {
    env: {
      ...process.env,
      SERVER_URL: at(serverUrl),
      WORKER_URL: at(workerUrl),
      DATA_DIR: world.services.settings.dataDir,
      SILENT_MS: String(silentMs),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout!.on('data', (text: Buffer) => (output += text))
  await until(() => {
    if (child.exitCode !== null) throw new Error('the worker did not start')
    return output.includes('up')
  })
  return child
}

test('a request waits when the queue is unreachable at submit, and is generated later', async () => {
  const id = await add(10_000)
  // The state after a connection was cut between two commits.
  await world.admin.query('alter schema graphile_worker rename to away')
  try {
    expect(await submit(id)).toMatchObject({ code: 200 })
  } finally {
    await world.admin.query('alter schema away rename to graphile_worker')
  }
  await world.admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'timbermark-%'",
  )
  await startWorker()
  await done(id)
})

test('a refused submit queues nothing', async () => {
  const id = await add(10_000)
  await submit(id)
  expect(await submit(id)).toMatchObject({ code: 500, error: 'stateRefused' })
  const { rows } = await world.admin.query('select key from job_outbox')
  expect(rows).toEqual([{ key: `code-request-${id}` }])
})

test('further requests of an enterprise wait their turn, in the order in which they were submitted', async () => {
  const ids = [await add(10_000), await add(10_000), await add(10_000)]
  for (const id of ids) expect(await submit(id)).toMatchObject({ code: 200 })
  const signal = new AbortController().signal
  const { services, begun, wake } = pausedServices()
  const first = generateCodes(services, { tenantId, id: ids[0]! }, signal)
  await begun
  // Its job runs too early: it leaves the request in the queue.
  await generateCodes(world.services, { tenantId, id: ids[1]! }, signal)
  expect(await see(ids[1]!)).toMatchObject({ status: 'inProgress', run: null })
  await world.admin.query('truncate job_outbox')
  wake()
  await first
  expect(await see(ids[0]!)).toMatchObject({ status: 'completed' })
  const { rows } = await world.admin.query('select key from job_outbox')
  expect(rows).toContainEqual({ key: `code-request-${ids[1]}` })
  expect(rows).not.toContainEqual({ key: `code-request-${ids[2]}` })
  await startWorker()
  for (const id of ids) await done(id)
  const { rows: order } = await world.admin.query<{ id: number }>(
    'select id from code_request where id = any($1) order by completed_at',
    [ids],
  )
  expect(order.map(({ id }) => Number(id))).toEqual(ids)
})

test('a request in progress without a job is found and generated, and does not block others', async () => {
  const id = await add(10_000)
  await submit(id)
  await world.admin.query('truncate job_outbox')
  const mine = admin
  const other = await world.makeTenant('SURVIVE-OTHER')
  admin = await world.signIn(other, ['enterpriseAdmin'])
  batchId = (await addSample(admin, entityByKey('catalog/batch')!, 'B')).id
  const others = await add(10_000)
  expect(await submit(others)).toMatchObject({ code: 200 })
  admin = mine
  await startWorker()
  await done(id)
  await done(others)
})

/** Services in which a run of a request pauses after its start until it is woken. */
function pausedServices() {
  const { directory } = world.services
  const begun = Promise.withResolvers<void>()
  const woken = Promise.withResolvers<void>()
  const services = {
    ...world.services,
    directory: Object.assign(Object.create(directory), {
      find: async (...question: Parameters<typeof directory.find>) => {
        begun.resolve()
        await woken.promise
        return directory.find(...question)
      },
      keysOf: (entry: Parameters<typeof directory.keysOf>[0]) => directory.keysOf(entry),
    }),
  }
  return { services, begun: begun.promise, wake: () => woken.resolve() }
}

test('of two runs of a request the later one writes, and the ledger gets one entry', async () => {
  const id = await add(10_000)
  await submit(id)
  const signal = new AbortController().signal
  const { services, begun, wake } = pausedServices()
  const first = generateCodes(services, { tenantId, id }, signal).catch((error: unknown) => error)
  await begun
  await generateCodes(world.services, { tenantId, id }, signal)
  wake()
  expect(await first).toBeInstanceOf(TakenOver)
  expect(await see(id)).toMatchObject({ status: 'completed', run: null })
  expect(await entriesOf(id)).toBe(1)
})

test('a caller who waits for the codes gets them when a job took the request over', async () => {
  const id = await add(10_000)
  await submit(id)
  const signal = new AbortController().signal
  const { services, begun, wake } = pausedServices()
  const waiting = generateCodesAndWait(services, { tenantId, id }, signal)
  await begun
  const job = generateCodes(world.services, { tenantId, id }, signal)
  wake()
  await waiting
  expect(await see(id)).toMatchObject({ status: 'completed', run: null })
  await job.catch(() => {})
  expect(await entriesOf(id)).toBe(1)
})

test('a lost connection does not fail the request: it is retried', async () => {
  const id = await add(10_000)
  await submit(id)
  const { directory } = world.services
  const lost = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
  const broken = {
    ...world.services,
    directory: Object.assign(Object.create(directory), { find: () => Promise.reject(lost) }),
  }
  const signal = new AbortController().signal
  await expect(generateCodes(broken, { tenantId, id }, signal)).rejects.toThrow(lost)
  expect(await see(id)).toMatchObject({ status: 'processing', failure: null })
  await startWorker()
  await done(id)
})

test('a request that cannot be generated returns to its initial state with a reason, and the next can be submitted', async () => {
  const id = await add(10_000)
  const next = await add(10_000)
  await submit(id)
  const { directory } = world.services
  const unknown = {
    ...world.services,
    directory: Object.assign(Object.create(directory), { find: async () => undefined }),
  }
  await generateCodes(unknown, { tenantId, id }, new AbortController().signal)
  expect(await see(id)).toMatchObject({ status: 'initialized', progress: 0, failure: 'code.notMade' })
  expect(await submit(next)).toMatchObject({ code: 200 })
})

test('a request that cannot be generated does not hold up those that wait behind it', async () => {
  const id = await add(10_000)
  const next = await add(10_000)
  await submit(id)
  await submit(next)
  await world.admin.query('truncate job_outbox')
  const { directory } = world.services
  const unknown = {
    ...world.services,
    directory: Object.assign(Object.create(directory), { find: async () => undefined }),
  }
  await generateCodes(unknown, { tenantId, id }, new AbortController().signal)
  const { rows } = await world.admin.query('select key from job_outbox')
  expect(rows).toContainEqual({ key: `code-request-${next}` })
})

test('a request whose workers all died is shown as interrupted and can be submitted again', async () => {
  const id = await add(10_000)
  await submit(id)
  await world.admin.query('truncate job_outbox')
  await world.admin.query("update code_request set status = 'processing', progress = 0.13 where id = $1", [id])
  await world.admin.query(
    `select graphile_worker.add_job('code-request', $1::json, job_key => $2, max_attempts => 5)`,
    [JSON.stringify({ tenantId, id }), `code-request-${id}`],
  )
  await world.admin.query(
    "update graphile_worker._private_jobs set attempts = 5, locked_by = 'pool-dead', locked_at = now() - interval '1 hour'",
  )
  await startWorker()
  await until(async () => (await see(id)).status === 'initialized')
  expect(await see(id)).toMatchObject({ progress: 0, failure: 'code.interrupted' })
  expect(await submit(id)).toMatchObject({ code: 200 })
  await done(id)
  expect((await see(id)).failure).toBeNull()
})

test('another worker takes over the request of a killed worker, with the same codes', async () => {
  const id = await add(count)
  await submit(id)
  const child = await spawnWorker(60_000)
  await until(async () => (await see(id)).progress > 0)
  child.kill('SIGKILL')
  await new Promise(ended => child.once('exit', ended))
  const left = await see(id)
  expect(left.status).toBe('processing')
  await startWorker()
  await done(id)
  const reference = (await see(id)).manifest_sha256
  await world.services.jobs.stop()
  // The same request, generated without a fault.
  await world.admin.query("update code_request set status = 'inProgress' where id = $1", [id])
  await generateCodes(world.services, { tenantId, id }, new AbortController().signal)
  expect((await see(id)).manifest_sha256).toBe(reference)
})

test('a frozen worker that wakes after another has taken over has no effect', async () => {
  const id = await add(count)
  await submit(id)
  const child = await spawnWorker(3000)
  await until(async () => (await see(id)).progress > 0)
  child.kill('SIGSTOP')
  const frozen = await see(id)
  expect(frozen.status).toBe('processing')
  await startWorker({ silentMs: 3000 })
  await until(async () => (await see(id)).run !== frozen.run, 'the second run')
  child.kill('SIGCONT')
  await done(id)
  // The woken worker was declared dead and has registered under another name, without a job.
  await until(async () => (await world.admin.query('select from job_worker')).rowCount === 2)
  await until(async () => (await world.admin.query('select from graphile_worker._private_jobs')).rowCount === 0)
  expect(await see(id)).toMatchObject({ status: 'completed' })
  expect(await entriesOf(id)).toBe(1)
})

test('a process that is frozen while it locks the row does not block the process that takes over', async () => {
  const id = await add(10_000)
  await submit(id)
  const held = Promise.withResolvers<void>()
  const woken = Promise.withResolvers<void>()
  const { database } = world.services
  // The state of a process that was stopped between its statement and its commit.
  const frozen = {
    ...world.services,
    database: Object.assign(Object.create(database), {
      withTenant: <T>(tenant: number, work: (db: Db) => Promise<T>) =>
        database.withTenant(tenant, async db => {
          const result = await work(db)
          held.resolve()
          await woken.promise
          return result
        }),
    }),
  }
  const first = generateCodes(frozen, { tenantId, id }, new AbortController().signal).catch((error: unknown) => error)
  await held.promise
  await startWorker()
  await done(id)
  woken.resolve()
  expect(await first).toBeInstanceOf(Error)
  expect(await entriesOf(id)).toBe(1)
})
