import { taskKeys } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../../harness.ts'
import { refused, unique } from '../../system/people.ts'

/** Scheduled tasks as platform users configure them, and refusals. */
let world: World
let root: Caller
let stranger: Caller

const body = (more: object = {}) => ({
  jobName: unique('Task '),
  jobGroup: 'DEFAULT',
  task: 'callKeys',
  cronExpression: '0 3 * * *',
  timeZone: 'Asia/Shanghai',
  misfirePolicy: 'once',
  timeoutMinutes: 10,
  status: '0',
  ...more,
})
const add = (more: object = {}) => root.post<{ id: number; jobId: number }>('/monitor/job', body(more))
const one = async (id: number) => (await root.get(`/monitor/job/${id}`)).data
const minutesToNext = (row: Record<string, unknown>) => (Date.parse(String(row.nextTime)) - Date.now()) / 60_000

beforeAll(async () => {
  world = await makeWorld()
  root = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  stranger = await world.signIn(await world.makeTenant('SCHEDULES'), ['enterpriseAdmin'])
})

test('every task of the registry is delivered once, with its name in the reader’s language', async () => {
  const { rows } = await root.get('/monitor/job/list?limit=100')
  expect(rows.filter(row => row.builtIn === 'Y').map(row => row.task)).toEqual([...taskKeys])
  const { rows: chinese } = await root.get('/monitor/job/list?limit=100', { 'accept-language': 'zh' })
  expect(chinese.find(row => row.task === 'ledgerCheck')?.jobName).toBe('账本核对')
})

describe('a schedule', () => {
  test('OPS-03: is added, has its next moment by the clock of its zone, is edited, paused, resumed and removed', async () => {
    const { data } = await add()
    const added = await one(data.id)
    expect(new Date(String(added.nextTime)).toISOString().slice(11, 16)).toBe('19:00')
    expect(await root.put('/monitor/job', { id: data.id, cronExpression: ' */5  * * * * ' })).toMatchObject({
      code: 200,
    })
    const edited = await one(data.id)
    expect(edited.cronExpression).toBe('*/5 * * * *')
    expect(minutesToNext(edited)).toBeLessThanOrEqual(5)
    expect(await root.put('/monitor/job/changeStatus', { jobId: data.id, status: '1' })).toMatchObject({ code: 200 })
    expect(await one(data.id)).toMatchObject({ status: '1', nextTime: null })
    await root.put('/monitor/job/changeStatus', { id: data.id, status: '0' })
    expect(minutesToNext(await one(data.id))).toBeLessThanOrEqual(5)
    expect(await root.delete(`/monitor/job/${data.id}`)).toMatchObject({ code: 200 })
    expect(await root.get(`/monitor/job/${data.id}`)).toMatchObject({ code: 404 })
  })

  test('runs once on request, never twice at once, and its log stays when it is removed', async () => {
    const { data } = await add({ status: '1' })
    const ordered = await root.put<{ id: number }>('/monitor/job/run', { id: data.id })
    expect(ordered.code).toBe(200)
    expect(await root.put('/monitor/job/run', { id: data.id })).toMatchObject({ error: 'monitor.job.running' })
    const entry = await root.get(`/monitor/job-log/${ordered.data.id}`)
    expect(entry.data).toMatchObject({ status: 'queued', trigger: 'hand', jobId: data.id })
    expect(await root.delete(`/monitor/job-log/${ordered.data.id}`), 'still open').toMatchObject({ code: 404 })
    await root.delete(`/monitor/job/${data.id}`)
    expect((await root.get(`/monitor/job-log/${ordered.data.id}`)).data).toMatchObject({ jobId: null })
  })

  test('that is delivered can be paused, not removed', async () => {
    const delivered = (await root.get('/monitor/job/list?task=ledgerCheck')).rows[0]!
    expect(delivered.why).toEqual({ remove: 'monitor.job.builtIn' })
    expect(await root.delete(`/monitor/job/${delivered.id}`)).toMatchObject({ error: 'monitor.job.builtIn' })
    expect(await root.put('/monitor/job', { id: delivered.id, task: 'callKeys' })).toMatchObject({ code: 500 })
  })

  test('takes typed arguments and stores nothing else', async () => {
    const { data } = await add({ task: 'logRetention', taskArgs: '{ "days": "90", "log": "operlog" }' })
    expect((await one(data.id)).taskArgs).toBe('{"log":"operlog","days":90}')
    await root.delete(`/monitor/job/${data.id}`)
  })

  test('answers the next five moments of an expression', async () => {
    const answer = await root.get<{ times: string[] }>('/monitor/job/next?cronExpression=0 8 * * 1&timeZone=UTC')
    expect(answer.data.times).toHaveLength(5)
    for (const time of answer.data.times) expect(new Date(time).getUTCDay()).toBe(1)
    expect(refused(await root.get('/monitor/job/next?cronExpression=x&timeZone=UTC'))).toBe('monitor.job.cron')
  })
})

describe('what is refused (A78, A79)', () => {
  test.each([
    'require',
    'process',
    'child_process',
    'constructor',
    'constructor.constructor',
    '__proto__',
    'toString',
    'http://example.com/',
    '../../etc/passwd',
    'ryTask.ryParams("x")',
    'com.example.Task',
    'CALLKEYS',
    '',
    null,
    7,
    ['callKeys'],
    { name: 'callKeys' },
  ])('a task that is called %j', async task => {
    const answer = await add({ task })
    expect(answer.code).toBe(500)
    expect(refused(answer)).toMatch(/^task: /)
  })

  test.each<[string, unknown, string]>([
    ['logRetention', '{"log":"operlog"}', 'taskArgs: required'],
    ['logRetention', '{"log":"account","days":90}', 'taskArgs: notOneOf'],
    ['logRetention', '{"log":"operlog","days":1}', 'taskArgs: tooSmall'],
    ['logRetention', '{"log":"operlog","days":1e99}', 'taskArgs: notInteger'],
    ['logRetention', '{"log":"operlog","days":90.5}', 'taskArgs: notInteger'],
    ['logRetention', '{"log":"operlog","days":"90; drop table"}', 'taskArgs: notNumber'],
    ['logRetention', '{"log":["operlog"],"days":90}', 'taskArgs: notOneOf'],
    ['logRetention', '{"log":"operlog","days":90,"path":"/"}', 'taskArgs: unknownField'],
    ['callKeys', '{"constructor":1}', 'taskArgs: unknownField'],
    ['callKeys', '{"__proto__":{"days":1}}', 'taskArgs: unknownField'],
    ['callKeys', '[1]', 'taskArgs: notJson'],
    ['callKeys', 'null', 'taskArgs: notJson'],
    ['callKeys', 'process.exit()', 'taskArgs: notJson'],
    ['callKeys', `"${'x'.repeat(600)}"`, 'taskArgs: tooLong'],
    ['callKeys', { days: 1 }, 'taskArgs: notText'],
  ])('%s with %j', async (task, taskArgs, expected) => {
    expect(refused(await add({ task, taskArgs }))).toBe(expected)
  })

  test.each<[object, string]>([
    [{ cronExpression: '* * * * * *' }, 'monitor.job.cron'],
    [{ cronExpression: '0 0 30 2 *' }, 'monitor.job.never'],
    [{ timeZone: 'Nowhere' }, 'timeZone: notOneOf'],
    [{ timeZone: '+08:00' }, 'timeZone: notOneOf'],
    [{ timeoutMinutes: 0 }, 'timeoutMinutes: tooSmall'],
    [{ timeoutMinutes: 100_000 }, 'timeoutMinutes: tooLarge'],
    [{ misfirePolicy: 'all' }, 'misfirePolicy: notOneOf'],
    [{ nextTime: '2026-01-01T00:00:00Z' }, 'nextTime: unknownField'],
    [{ builtIn: 'Y' }, 'builtIn: unknownField'],
  ])('%j', async (wrong, expected) => {
    expect(refused(await add(wrong))).toBe(expected)
  })

  test('too many schedules', async () => {
    await world.admin.query(
      `insert into scheduled_task (job_name, task, cron_expression, timeout_minutes, status) select 'x' || n, 'callKeys', '0 3 * * *', 1, '1' from generate_series(1, 200) n`,
    )
    expect(await add()).toMatchObject({ error: 'monitor.job.tooMany' })
    await world.admin.query(`delete from scheduled_task where job_name like 'x%'`)
  })

  test('everything for an enterprise: its administrator neither sees nor changes schedules', async () => {
    const { data } = await add({ status: '1' })
    const ordered = await root.put<{ id: number }>('/monitor/job/run', { id: data.id })
    for (const answer of [
      await stranger.get('/monitor/job/list'),
      await stranger.get(`/monitor/job/${data.id}`),
      await stranger.get('/monitor/job/export'),
      await stranger.get('/monitor/job/next?cronExpression=* * * * *&timeZone=UTC'),
      await stranger.post('/monitor/job', body()),
      await stranger.put('/monitor/job', { id: data.id, status: '0' }),
      await stranger.put('/monitor/job/changeStatus', { id: data.id, status: '0' }),
      await stranger.put('/monitor/job/run', { id: data.id }),
      await stranger.delete(`/monitor/job/${data.id}`),
      await stranger.get('/monitor/job-log/list'),
      await stranger.get(`/monitor/job-log/${ordered.data.id}`),
      await stranger.get('/monitor/job-log/export'),
      await stranger.delete(`/monitor/job-log/${ordered.data.id}`),
      await stranger.delete('/monitor/job-log/clean'),
    ])
      expect(answer.code).toBe(403)
  })
})

describe('the job log', () => {
  test('OPS-04: is cleared by age, and active runs stay', async () => {
    await world.admin.query('delete from task_run')
    await world.admin.query(
      `insert into task_run (job_name, job_group, task, timeout_minutes, trigger, status, start_time)
       select 'x', 'DEFAULT', 'callKeys', 1, 'schedule', s, now() - make_interval(days => d)
       from (values ('done', 100), ('done', 40), ('failed', 1), ('running', 100)) v (s, d)`,
    )
    expect((await root.delete<{ removed: number }>('/monitor/job-log/clean?days=90')).data.removed).toBe(1)
    expect((await root.get('/monitor/job-log/list')).total).toBe(3)
    expect((await root.delete<{ removed: number }>('/monitor/job-log/clean')).data.removed).toBe(2)
    expect((await root.get('/monitor/job-log/list')).rows.map(row => row.status)).toEqual(['running'])
    for (const days of ['-1', 'x', '1e9', '3651', '1.5'])
      expect((await root.delete(`/monitor/job-log/clean?days=${days}`)).code, days).toBe(500)
  })

  test('can be searched by task, state and time, with results in each language', async () => {
    await world.admin.query(
      `insert into task_run (job_name, job_group, task, timeout_minutes, trigger, status, facts, error_key) values
       ('x', 'DEFAULT', 'logRetention', 1, 'schedule', 'done', '{"removed": 12}', null),
       ('x', 'DEFAULT', 'divisionRefresh', 1, 'schedule', 'failed', '{}', 'system.division.running'),
       ('x', 'DEFAULT', 'divisionRefresh', 30, 'schedule', 'timedOut', '{}', null)`,
    )
    const messages = async (query: string, language: string) =>
      (await root.get(`/monitor/job-log/list?${query}`, { 'accept-language': language })).rows.map(row => row.message)
    expect(await messages('task=logRetention', 'fr')).toEqual(['12 entrées supprimées'])
    expect(await messages('task=divisionRefresh&status=timedOut', 'zh')).toEqual(['超过设定的 30 分钟，已中止'])
    expect(await messages('status=failed', 'en')).toEqual([
      'The divisions are being synchronized, wait until it is done',
    ])
    expect(await messages('beginTime=2030-01-01&endTime=2030-01-02', 'en')).toEqual([])
    expect((await root.get('/monitor/job-log/list?beginTime=never')).code).toBe(500)
  })
})
