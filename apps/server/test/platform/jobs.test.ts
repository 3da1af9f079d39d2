import { spawn } from 'node:child_process'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Alarms } from '../../src/platform/alarms/alarms.ts'
import { Jobs } from '../../src/platform/jobs/jobs.ts'
import { checkUnattendedJobs } from '../../src/platform/jobs/unattended.ts'
import { currentPlace } from '../../src/platform/jobs/workers.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { makeWorld, type World } from '../harness.ts'
import { until } from '../until.ts'

/** The queue alone: enqueuing, workers that die, work without a job, jobs that can never succeed. */
let world: World
let jobs: Jobs
const log = pino({ level: 'silent' })
const quick = { pollMs: 100, beatMs: 100, silentMs: 2000, keepMs: 200, restartMs: 300 }

beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(async () => {
  await world.admin.query('truncate job_outbox, job_worker, graphile_worker._private_jobs')
  jobs = new Jobs(world.services.database, log, quick)
})
afterEach(() => jobs.stop())

const order = (name: string, key: string, payload: object = {}) =>
  world.services.database.withoutTenant(db => jobs.add(db, name, payload, key))
const count = async (statement: string) =>
  Number((await world.admin.query<{ n: string }>(`select count(*) as n from ${statement}`)).rows[0]!.n)
const queued = () => count('graphile_worker._private_jobs')

/** A job as a dead worker left it. */
async function abandoned(worker: string, { attempts = 1, lockedAgo = '0 s' } = {}): Promise<void> {
  await world.admin.query(
    `with job as (select (graphile_worker.add_job('work', '{"n": 1}', max_attempts => 5, job_key => 'lost')).id)
     select from job`,
  )
  await world.admin.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::interval, attempts = $3`,
    [worker, lockedAgo, attempts],
  )
}

test('a job is stored with its transaction or not at all, and the same key waits once', async () => {
  const done: unknown[] = []
  jobs.define('work', async payload => void done.push(payload))
  await order('work', 'a', { n: 1 })
  await order('work', 'a', { n: 2 })
  await expect(
    world.services.database.withoutTenant(async db => {
      await jobs.add(db, 'work', { n: 3 }, 'b')
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await jobs.start()
  await until(async () => done.length > 0 && (await queued()) === 0)
  expect(done).toEqual([{ n: 2 }])
})

test('the role of requests orders and can neither read nor remove what others ordered', async () => {
  await order('work', 'a')
  for (const statement of [sql`select * from job_outbox`, sql`delete from job_outbox`, sql`select * from job_worker`])
    await expect(world.services.database.withoutTenant(db => db.query(statement))).rejects.toThrow(/permission denied/)
})

test('an order reaches a worker by itself, without waiting for the next look', async () => {
  const patient = new Jobs(world.services.database, log, { ...quick, pollMs: 600_000 })
  const done: unknown[] = []
  patient.define('work', async payload => void done.push(payload))
  await patient.start()
  try {
    // Once it listens; an earlier job is found by the check that follows LISTEN.
    for (const n of [1, 2, 3]) {
      await world.services.database.withoutTenant(db => patient.add(db, 'work', { n }, `k${n}`))
      await until(() => done.length === n)
    }
  } finally {
    await patient.stop()
  }
})

test('what a process had locked that is gone from this machine runs again at once', async () => {
  const gone = spawn(process.execPath, ['-e', ''])
  await new Promise(done => gone.once('exit', done))
  await world.admin.query('insert into job_worker (id, machine, pid) values ($1, $2, $3)', [
    'pool-gone',
    currentPlace().machine,
    gone.pid,
  ])
  await abandoned('pool-gone')
  const slow = new Jobs(world.services.database, log, { ...quick, silentMs: 600_000 })
  const done: unknown[] = []
  slow.define('work', async payload => void done.push(payload))
  await slow.start()
  try {
    await until(() => done.length === 1)
  } finally {
    await slow.stop()
  }
})

test('a worker elsewhere keeps its jobs while it is heard of and loses them when it is silent', async () => {
  const done: unknown[] = []
  jobs.define('work', async payload => void done.push(payload))
  await world.admin.query(
    "insert into job_worker (id, machine, pid, seen_at) values ('pool-far', 'elsewhere', 1, now() + interval '1 hour')",
  )
  await abandoned('pool-far', { lockedAgo: '1 hour' })
  await jobs.start()
  // Another job is done meanwhile, which proves that the worker polls.
  await order('work', 'other', { n: 2 })
  await until(() => done.length > 0)
  await new Promise(wake => setTimeout(wake, 1000))
  expect(done).toEqual([{ n: 2 }])
  done.length = 0
  await world.admin.query("update job_worker set seen_at = now() - interval '3 s' where id = 'pool-far'")
  await until(() => done.length === 1)
  expect(await count("job_worker where id = 'pool-far'")).toBe(0)
})

test('a lock of a worker that nobody knows of is freed, such as one of an earlier version', async () => {
  const done: unknown[] = []
  jobs.define('work', async payload => void done.push(payload))
  await abandoned('pool-unknown', { lockedAgo: '1 hour' })
  await jobs.start()
  await until(() => done.length === 1)
})

test('a job that was fetched while the connection broke does not stay locked by a worker that does not know of it', async () => {
  const done: unknown[] = []
  jobs.define('work', async payload => void done.push(payload))
  await jobs.start()
  const { id } = await until(
    async () => (await world.admin.query<{ id: string }>('select id from job_worker')).rows[0],
    'the worker',
  )
  await abandoned(id, { attempts: 5 })
  await until(() => done.length === 1)
})

test('a worker that was declared dead breaks its jobs off and goes on under another name', async () => {
  const ends: string[] = []
  let runs = 0
  jobs.define('work', async (_payload, signal) => {
    if (++runs > 1) return void ends.push('done')
    await new Promise<void>(done => signal.addEventListener('abort', () => done()))
    ends.push('broken off')
    signal.throwIfAborted()
  })
  await jobs.start()
  await order('work', 'a')
  await until(() => runs === 1)
  const { rows } = await world.admin.query<{ id: string }>('delete from job_worker returning id')
  await until(() => ends.length === 2)
  expect(ends).toEqual(['broken off', 'done'])
  expect(await count(`job_worker where id = '${rows[0]!.id}'`)).toBe(0)
  expect(await count('job_worker')).toBe(1)
})

test('a worker that could not be heard for too long breaks its jobs off, even when nobody else is there to take them', async () => {
  let runs = 0
  jobs = new Jobs(world.services.database, log, { ...quick, silentMs: 500 })
  jobs.define('work', async (_payload, signal) => {
    if (++runs > 1) return
    await new Promise<void>((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
  })
  await jobs.start()
  await order('work', 'a')
  await until(() => runs === 1)
  await world.admin.query('begin; lock table job_worker')
  await new Promise(wake => setTimeout(wake, 1500))
  await world.admin.query('commit')
  await until(async () => runs === 2 && (await queued()) === 0)
})

test('a stop hands its jobs over: they have used no attempt and can run at once', async () => {
  let runs = 0
  const hold = async (_payload: unknown, signal: AbortSignal) => {
    runs++
    await new Promise<void>((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
  }
  jobs.define('work', hold)
  await order('work', 'a')
  await jobs.start()
  await until(() => runs === 1)
  await jobs.stop()
  const { rows } = await world.admin.query(
    'select attempts, locked_by, run_at <= now() as due from graphile_worker._private_jobs',
  )
  expect(rows).toEqual([{ attempts: 0, locked_by: null, due: true }])
  expect(await count('job_worker')).toBe(0)
})

test('required work without a job gets one; a job that failed for good is removed and its work is notified', async () => {
  const state = new Map([
    ['lost', 'wanted'],
    ['bad', 'wanted'],
  ])
  jobs.define(
    'work',
    async payload => {
      const { key } = payload as { key: string }
      if (key === 'bad') throw new Error('never works')
      state.set(key, 'done')
    },
    {
      attempts: 1,
      tracked: {
        wanted: async () => [...state].flatMap(([key, now]) => (now === 'wanted' ? [{ key, payload: { key } }] : [])),
        gaveUp: async (_db, payload) => void state.set((payload as { key: string }).key, 'given up'),
      },
    },
  )
  await jobs.start()
  await until(() => ![...state.values()].includes('wanted'))
  expect(Object.fromEntries(state)).toEqual({ lost: 'done', bad: 'given up' })
  await until(async () => (await queued()) === 0)
})

test('a job that used up its attempts with workers that died is given up too', async () => {
  let giveUps = 0
  jobs.define('work', async () => {}, {
    tracked: { wanted: async () => [], gaveUp: async () => void giveUps++ },
  })
  await abandoned('pool-unknown', { attempts: 5, lockedAgo: '1 hour' })
  await jobs.start()
  await until(async () => giveUps === 1 && (await queued()) === 0)
})

test('an alarm is raised while jobs wait and no process runs them', async () => {
  const { database } = world.services
  const alarms = new Alarms()
  const look = async () => {
    await checkUnattendedJobs(database, alarms, { workMs: 60_000, workerMs: 30_000 })
    return alarms.isRaised('jobsWaiting')
  }
  expect(await look()).toBe(false)
  await order('work', 'a')
  expect(await look()).toBe(false)
  await world.admin.query("update job_outbox set queued_at = now() - interval '61 s'")
  expect(await look()).toBe(true)
  expect(await alarms.all()).toMatchObject([{ key: 'jobsWaiting', grade: 'degraded', detail: { waiting: 1 } }])
  await world.admin.query("insert into job_worker (id, machine, pid) values ('pool-far', 'elsewhere', 1)")
  expect(await look()).toBe(false)
  await world.admin.query("update job_worker set seen_at = now() - interval '31 s'")
  expect(await look()).toBe(true)
  // The process raises it by itself, and clears it when a worker has come.
  const raised = new Alarms()
  jobs.define('work', async () => {})
  jobs.watch(raised)
  await until(() => raised.isRaised('jobsWaiting'))
  await jobs.start()
  await until(() => !raised.isRaised('jobsWaiting'))
})
