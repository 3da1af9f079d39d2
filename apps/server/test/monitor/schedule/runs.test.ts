import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { TaskKey } from '@timbermark/contract'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { nextMoments } from '../../../src/areas/monitor/schedule/cron.ts'
import { enqueueDueRuns, restorePostponed } from '../../../src/areas/monitor/schedule/dispatch.ts'
import { taskHandlers } from '../../../src/areas/monitor/schedule/handlers.ts'
import type { TaskHandlers } from '../../../src/areas/monitor/schedule/run-task.ts'
import { defineTasks, startSchedules } from '../../../src/areas/monitor/schedule/start.ts'
import { Jobs } from '../../../src/platform/jobs/jobs.ts'
import type { Services } from '../../../src/platform/services.ts'
import { makeWorld, type World } from '../../harness.ts'
import { until } from '../../until.ts'

/** Runs of scheduled tasks: each moment once with any number of processes, never two of one task, and aborted runs. */
let world: World
let jobs: Jobs | undefined
let looking: { stop(): Promise<void> } | undefined
const children: ChildProcess[] = []
const times = { pollMs: 100, beatMs: 100, silentMs: 3000, keepMs: 300, restartMs: 300 }

interface Run {
  id: string
  status: string
  attempts: number
  trigger: string
  facts: Record<string, number>
  error_key: string | null
  fault: string | null
}
const runsOf = async (task: TaskKey): Promise<Run[]> =>
  (await world.admin.query('select * from task_run where task = $1 order by id', [task])).rows
const setDue = (task: TaskKey, ago = '1 second') =>
  world.admin.query(`update scheduled_task set status = '0', next_time = now() - $2::interval where task = $1`, [
    task,
    ago,
  ])
const work = async (handlers: Partial<TaskHandlers>, services: Services = world.services) => {
  jobs = new Jobs(services.database, pino({ level: 'silent' }), times)
  const mine = { ...services, jobs }
  defineTasks(mine, { ...taskHandlers, ...handlers })
  await jobs.start()
  return mine
}
async function child(): Promise<ChildProcess> {
  const { serverUrl, workerUrl } = inject('cluster')
  const name = new URL(world.databaseUrl).pathname
  const at = (url: string) => Object.assign(new URL(url), { pathname: name }).toString()
  const started = spawn(process.execPath, [join(import.meta.dirname, 'worker-child.ts')], {
    env: {
      ...process.env,
      SERVER_URL: at(serverUrl),
      WORKER_URL: at(workerUrl),
      DATA_DIR: world.services.settings.dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(started)
  await new Promise((done, failed) => {
    started.stdout!.once('data', done)
    started.once('exit', () => failed(new Error('The worker ended')))
  })
  return started
}
const end = async (one: ChildProcess) => {
  const ended = new Promise(done => one.once('exit', done))
  if (one.exitCode === null && one.signalCode === null && one.kill('SIGKILL')) await ended
}

beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(async () => {
  await world.admin.query(`update scheduled_task set status = '1', next_time = null, last_status = null`)
  await world.admin.query('truncate task_run, job_outbox, job_worker, graphile_worker._private_jobs')
})
afterEach(async () => {
  await looking?.stop()
  looking = undefined
  for (const one of children.splice(0)) await end(one)
  await jobs?.stop()
  jobs = undefined
})

test('a due task runs, reports its result, and has its next moment', async () => {
  const mine = await work({ callKeys: async () => ({ removed: 7 }) })
  await setDue('callKeys')
  expect(await enqueueDueRuns(mine)).toBe(1)
  await until(async () => (await runsOf('callKeys'))[0]?.status === 'done')
  expect(await runsOf('callKeys')).toMatchObject([{ attempts: 1, trigger: 'schedule', facts: { removed: 7 } }])
  const { rows } = await world.admin.query(
    `select next_time > now() as later, last_status, last_time is not null as told from scheduled_task where task = 'callKeys'`,
  )
  expect(rows).toEqual([{ later: true, last_status: 'done', told: true }])
  expect(await enqueueDueRuns(mine)).toBe(0)
})

test('OPS-03, ST-03: a paused task does not run', async () => {
  await setDue('callKeys')
  await world.admin.query(`update scheduled_task set status = '1' where task = 'callKeys'`)
  expect(await enqueueDueRuns(world.services)).toBe(0)
  expect(await runsOf('callKeys')).toEqual([])
})

test('each moment gives one run, with two processes looking at once', async () => {
  await child()
  let runs = 0
  const mine = await work({
    callKeys: async () => {
      runs++
      return { removed: 0 }
    },
  })
  looking = startSchedules(mine, 50)
  const processes = new Set<string>()
  for (let n = 1; n <= 12; n++) {
    await setDue('callKeys')
    await until(async () => (await runsOf('callKeys')).filter(run => run.status === 'done').length === n)
  }
  const all = (await world.admin.query(`select process from task_run where task = 'callKeys'`)).rows
  for (const { process } of all) processes.add(process)
  expect(all).toHaveLength(12)
  expect(runs).toBeLessThanOrEqual(12)
  expect(processes.size, 'both took part').toBe(2)
})

test('a run due during the previous one is skipped, logged once, and runs at the next moment after it', async () => {
  const gate = Promise.withResolvers<void>()
  const mine = await work({ callKeys: () => gate.promise.then(() => ({ removed: 1 })) })
  await setDue('callKeys')
  await enqueueDueRuns(mine)
  await until(async () => (await runsOf('callKeys'))[0]?.status === 'running')
  for (let n = 0; n < 3; n++) {
    await setDue('callKeys')
    expect(await enqueueDueRuns(mine)).toBe(0)
  }
  expect((await runsOf('callKeys')).map(run => run.status)).toEqual(['running', 'skipped'])
  gate.resolve()
  await until(async () => (await runsOf('callKeys'))[0]?.status === 'done')
  await setDue('callKeys')
  expect(await enqueueDueRuns(mine)).toBe(1)
})

test('a missed run is made up for once or dropped, by the misfire policy', async () => {
  await setDue('callKeys', '3 days')
  expect(await enqueueDueRuns(world.services)).toBe(1)
  expect(await runsOf('callKeys')).toMatchObject([{ status: 'queued', trigger: 'late' }])
  await world.admin.query(`update scheduled_task set misfire_policy = 'skip' where task = 'signInRests'`)
  await setDue('signInRests', '3 days')
  expect(await enqueueDueRuns(world.services)).toBe(0)
  expect(await runsOf('signInRests')).toMatchObject([{ status: 'missed' }])
})

test('a schedule that a wrong clock postponed for years gets its next moment back; a clock set back a little repeats nothing', async () => {
  const put = (next: string) =>
    world.admin.query(
      `update scheduled_task set status = '0', cron_expression = '20 2 * * *', next_time = ${next} where task = 'orphanFiles'`,
    )
  const next = async () =>
    (await world.admin.query(`select next_time as at from scheduled_task where task = 'orphanFiles'`)).rows[0]
      .at as Date
  const moments = nextMoments('20 2 * * *', 'UTC', new Date(), 2)
  await put(`now() + interval '3 years'`)
  await restorePostponed(world.services)
  expect(await next()).toEqual(moments[0])
  // It has already run at the first of them, by the earlier clock.
  await put(`'${moments[1]!.toISOString()}'`)
  await restorePostponed(world.services)
  expect(await next()).toEqual(moments[1])
})

test('a task that never ends is aborted with a message; it does not block the next run', async () => {
  let seenSignal: AbortSignal | undefined
  const mine = await work({
    callKeys: (_services, _args, signal) => {
      seenSignal = signal
      return new Promise(() => {})
    },
  })
  await setDue('callKeys')
  await enqueueDueRuns(mine)
  await until(async () => (await runsOf('callKeys'))[0]?.status === 'running')
  // The limit was copied when the run was enqueued; a limit of zero minutes is only for tests.
  await jobs!.stop()
  await world.admin.query(`alter table task_run drop constraint task_run_timeout_minutes_check`)
  await world.admin.query(`update task_run set timeout_minutes = 0 where task = 'callKeys'`)
  await work({
    callKeys: (_services, _args, signal) => {
      seenSignal = signal
      return new Promise(() => {})
    },
  })
  await until(async () => (await runsOf('callKeys'))[0]?.status === 'timedOut')
  expect(seenSignal!.aborted).toBe(true)
  await setDue('callKeys')
  expect(await enqueueDueRuns(mine)).toBe(1)
})

test('a failure is logged as a sentence, and the operator is notified the first time', async () => {
  const operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  const mine = await work({
    callKeys: async () => {
      throw new Error('The disk of the mirror is gone')
    },
  })
  for (let n = 1; n <= 2; n++) {
    await setDue('callKeys')
    await enqueueDueRuns(mine)
    await until(async () => (await runsOf('callKeys')).filter(run => run.status === 'failed').length === n)
  }
  const { rows } = await operator.get('/monitor/job-log/list?task=callKeys')
  expect(rows).toMatchObject([{ status: 'failed', message: 'The disk of the mirror is gone' }, {}])
  const messages = await world.admin.query(
    `select count(*)::int as n from message where kind = 'taskFailed' and account_id = $1`,
    [operator.accountId],
  )
  expect(messages.rows).toEqual([{ n: 1 }])
})

test('a run whose process is killed is run again, and the log says how often', async () => {
  const victim = await child()
  await setDue('orphanFiles')
  await until(async () => (await runsOf('orphanFiles'))[0]?.status === 'running')
  await end(victim)
  await work({ orphanFiles: async () => ({ removed: 3 }) })
  await until(async () => (await runsOf('orphanFiles'))[0]?.status === 'done', 'the run after the kill')
  expect(await runsOf('orphanFiles')).toMatchObject([{ attempts: 2, facts: { removed: 3 } }])
})

test('a run whose processes die repeatedly is given up and logged as lost, and the operator is notified', async () => {
  const operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  await setDue('orphanFiles')
  for (let n = 1; n <= 3; n++) {
    const victim = await child()
    await until(async () => (await runsOf('orphanFiles'))[0]?.attempts === n, `attempt ${n}`)
    await end(victim)
  }
  await work({})
  await until(async () => (await runsOf('orphanFiles'))[0]?.status === 'lost', 'giving up')
  const messages = await world.admin.query(
    `select count(*)::int as n from message where kind = 'taskFailed' and account_id = $1`,
    [operator.accountId],
  )
  expect(messages.rows).toEqual([{ n: 1 }])
})

test('after the clock jumped ahead nothing is removed by age for a day; corrected, it continues', async () => {
  let removals = 0
  const mine = await work({
    visitRetention: async () => {
      removals++
      return { coarse: 0, months: 0, waiting: 0 }
    },
    callKeys: async () => ({ removed: 0 }),
  })
  const run = async (task: TaskKey) => {
    const before = (await runsOf(task)).length
    await setDue(task)
    await enqueueDueRuns(mine)
    await until(async () => ['done', 'failed'].includes((await runsOf(task))[before]?.status ?? ''))
    const { status, error_key } = (await runsOf(task))[before]!
    return error_key ?? status
  }
  /** Shifts the earlier check instead of the clock: the database's clock is shared. */
  const looked = (ago: string, leapt: string | null = null) =>
    world.admin.query('update clock_look set looked_at = now() - $1::interval, leapt_at = now() - $2::interval', [
      ago,
      leapt,
    ])
  await world.admin.query('truncate clock_look')
  expect(await run('visitRetention'), 'a new installation').toBe('done')
  await looked('6 days 23 hours')
  expect(await run('visitRetention')).toBe('done')
  await looked('7 days 1 hour')
  expect(await run('visitRetention')).toBe('monitor.job.clockLeapt')
  expect(await run('visitRetention'), 'it was looked at a moment ago').toBe('monitor.job.clockLeapt')
  expect(await run('callKeys'), 'what can be made again').toBe('done')
  await looked('1 hour', '23 hours 59 minutes')
  expect(await run('visitRetention')).toBe('monitor.job.clockLeapt')
  // Corrected: the last check and the jump are in the future now.
  await looked('-300 days', '-300 days')
  expect(await run('visitRetention')).toBe('done')
  await looked('1 hour', '24 hours 1 minute')
  expect(await run('visitRetention')).toBe('done')
  expect(removals).toBe(4)
})
