import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { repairMoments, watchClock } from '../../../src/areas/monitor/clock/clock-watch.ts'
import { awaitedMoments, otherMoments } from '../../../src/areas/monitor/clock/moments.ts'
import { defineJobs } from '../../../src/background.ts'
import { Alarms } from '../../../src/platform/alarms/alarms.ts'
import { Jobs } from '../../../src/platform/jobs/jobs.ts'
import { orderRecurring } from '../../../src/platform/jobs/recurring.ts'
import { makeWorld, type World } from '../../harness.ts'
import { until } from '../../until.ts'

/** Rows of a clock that was wrong: none may hold anything up once the clock is right. */
let world: World
const log = pino({ level: 'silent' })
const quick = { pollMs: 100, beatMs: 100, silentMs: 2000, reconcileMs: 200, restartMs: 300 }

beforeAll(async () => {
  world = await makeWorld()
  defineJobs(world.services)
})
beforeEach(async () => {
  await world.admin.query('truncate job_outbox, job_worker, recurring_job, graphile_worker._private_jobs')
})

const rows = async <T>(statement: string) => (await world.admin.query(statement)).rows as T[]
const run = (statement: string) => world.admin.query(statement)

/** Moments of every table, also those of the queue; partitions have those of their tables. */
const columns = () =>
  rows<{ name: string; schema: string }>(`
    select c.relname || '.' || a.attname as name, n.nspname as schema
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
      and not a.attisdropped and a.atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'tstzrange'::regtype) order by 1`)

/** The queue's own moments that say when something happened. */
const eventsOfQueue = ['migrations.ts', '_private_known_crontabs.known_since', '_private_job_queues.locked_at']

test('every moment of the schema is declared, once, as awaited or with the reason why not', async () => {
  const awaited = awaitedMoments(world.services).map(({ table, column }) => `${table}.${column}`)
  const others: string[] = Object.values(otherMoments).flat()
  const declared = [...awaited, ...others]
  expect(declared.filter((name, place) => declared.indexOf(name) !== place)).toEqual([])
  const there = await columns()
  const isUndeclared = ({ name }: { name: string }) =>
    !declared.includes(name) && !eventsOfQueue.includes(name) && !/\.(created_at|updated_at)$/.test(name)
  expect(there.filter(isUndeclared).map(({ name }) => name)).toEqual([])
  const names = there.map(({ name }) => name)
  expect(declared.filter(name => !names.includes(name))).toEqual([])
})

test('the worker may repair every awaited moment, and finds nothing to repair on a right clock', async () => {
  await run(
    "insert into throttle (bucket, attempts, until) values ('right', -6, now() + interval '1 day') on conflict do nothing",
  )
  await world.services.database.withoutTenant(db => world.services.jobs.add(db, 'operator-mail', { id: 1 }, 'm', 900))
  expect(await repairMoments(world.services)).toEqual({})
})

test('what lies further ahead than is ever ordered goes to now', async () => {
  await run(`insert into throttle (bucket, attempts, until) values ('far', -6, now() + interval '70 days')`)
  await run(`insert into job_worker (id, machine, pid, seen_at) values ('far', 'm', 1, now() + interval '70 days')`)
  await run(`insert into alarm_told (key, told_at) values ('diskFull', now() + interval '2 hours')`)
  await run(`insert into recurring_job (name, ordered_at) values ('visit-sums', now() + interval '2 hours')`)
  await run(`insert into job_outbox (name, payload, key, max_attempts, run_at)
    values ('ghost', '{}', 'far', 1, now() + interval '70 days')`)
  await run(`select graphile_worker.add_job('ghost', job_key => 'far', run_at => now() + interval '70 days')`)
  expect(await repairMoments(world.services)).toMatchObject({
    'throttle.until': 1,
    'job_worker.seen_at': 1,
    'alarm_told.told_at': 1,
    'recurring_job.ordered_at': 1,
    'job_outbox.run_at': 1,
    '_private_jobs.run_at': 1,
  })
  expect(await rows("select bucket from throttle where bucket = 'far' and until <= now()")).toHaveLength(1)
  expect(await rows('select from graphile_worker._private_jobs where run_at <= now()')).toHaveLength(1)
  expect(await repairMoments(world.services)).toEqual({})
})

test('an alarm says that work waits far ahead; a worker ends it, by itself', async () => {
  const { services } = world
  await run(`select graphile_worker.add_job('ghost', job_key => 'far', run_at => now() + interval '2 days')`)
  const alarms = new Alarms()
  const settings = { ...services.settings, worker: false }
  const times = { lookMs: 100, repairMs: 3_600_000 }
  const web = watchClock({ ...services, log, alarms, settings }, times)
  await until(() => alarms.isRaised('workWaitsAhead'))
  expect((await alarms.all())[0]).toMatchObject({ key: 'workWaitsAhead', grade: 'degraded', detail: { waiting: 1 } })
  const worker = watchClock({ ...services, log, alarms: new Alarms(), settings: { ...settings, worker: true } }, times)
  await until(() => !alarms.isRaised('workWaitsAhead'))
  await Promise.all([web.stop(), worker.stop()])
  expect(await rows('select from graphile_worker._private_jobs where run_at <= now()')).toHaveLength(1)
})

test('wanted work gets a job although one waits far in the future', async () => {
  const jobs = new Jobs(world.services.database, log, quick)
  const ran: unknown[] = []
  jobs.define('tracked', async payload => void ran.push(payload), {
    tracked: {
      wanted: async () => (ran.length === 0 ? [{ key: 'one', payload: { n: 1 } }] : []),
      gaveUp: async () => {},
    },
  })
  await run(`select graphile_worker.add_job('tracked', job_key => 'one', run_at => now() + interval '2 days')`)
  await jobs.start()
  try {
    await until(() => ran.length > 0)
  } finally {
    await jobs.stop()
  }
  expect(ran).toEqual([{ n: 1 }])
})

test('a leap of the clock makes one job of each kind; set back, the next one is ordered at once', async () => {
  const minute = [{ name: 'minute', time: '* * * * *', attempts: 3 }]
  const look = () => world.services.database.acrossTenants('jobs', db => orderRecurring(db, minute))
  expect(await look()).toEqual([])
  expect(await look()).toEqual([])
  // Seventy days later by the clock, or as many without a worker.
  await run("update recurring_job set ordered_at = now() - interval '70 days'")
  expect(await look()).toEqual(['minute'])
  expect(await look()).toEqual([])
  expect(await rows('select from job_outbox')).toHaveLength(1)
  // What a clock two hours ahead had stored.
  await run("update recurring_job set ordered_at = now() + interval '2 hours'")
  expect(await look()).toEqual(['minute'])
  expect(await look()).toEqual([])
  expect(await rows('select from recurring_job where ordered_at <= now()')).toHaveLength(1)
})

test('recurring work runs, and two workers run it once', async () => {
  const ran: string[] = []
  const make = (name: string) => {
    const jobs = new Jobs(world.services.database, log, quick)
    jobs.schedule('minute', '* * * * *', async () => void ran.push(name))
    return jobs
  }
  await run("insert into recurring_job (name, ordered_at) values ('minute', now() - interval '3 hours')")
  const both = [make('a'), make('b')]
  await Promise.all(both.map(jobs => jobs.start()))
  try {
    await until(() => ran.length > 0)
  } finally {
    await Promise.all(both.map(jobs => jobs.stop()))
  }
  expect(ran).toHaveLength(1)
})

test('a wait longer than was declared is refused', async () => {
  const jobs = new Jobs(world.services.database, log, quick)
  jobs.define('late', async () => {}, { longestDelay: 60 })
  await expect(world.services.database.withoutTenant(async db => jobs.add(db, 'late', {}, 'k', 61))).rejects.toThrow(
    'may not wait',
  )
})
