import { afterEach, beforeAll, expect, test } from 'vitest'
import { defineDivisionSync, queueFirstSync, syncDivisions } from '../../src/areas/system/division/division-job.ts'
import { Jobs } from '../../src/platform/jobs/jobs.ts'
import { TakenOver } from '../../src/platform/jobs/run.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { until } from '../until.ts'
import { platformAdmin } from './people.ts'

/** A refresh of the divisions while workers die. */
let world: World
let root: Caller

beforeAll(async () => {
  world = await makeWorld()
  root = await platformAdmin(world)
})
afterEach(async () => {
  await world.services.jobs.stop()
  await world.admin.query('truncate job_outbox, job_worker, graphile_worker._private_jobs, division_sync')
})

async function startWorker(): Promise<void> {
  const { database, log } = world.services
  world.services.jobs = new Jobs(database, log, { pollMs: 100, beatMs: 200, reconcileMs: 300 })
  defineDivisionSync(world.services)
  await world.services.jobs.start()
}
const order = async () => (await root.post<{ jobId: number }>('/system/division/sync')).data.jobId
const see = async (id: number) =>
  (await root.get<{ status: string; progress: number; error: string | null }>(`/system/division/sync/${id}`)).data
const forever = new AbortController().signal

test('a refresh whose job was lost is found and done', async () => {
  const id = await order()
  await world.admin.query('truncate job_outbox')
  await startWorker()
  await until(async () => (await see(id)).status === 'done')
  expect(await see(id)).toMatchObject({ progress: 1, error: null })
  expect(await order()).toBeGreaterThan(id)
})

test('a refresh whose workers all died is reported as interrupted, and the next may begin', async () => {
  const id = await order()
  await world.admin.query("truncate job_outbox; update division_sync set status = 'running', started_at = now()")
  await world.admin.query(
    `select graphile_worker.add_job('division-sync', $1::json, job_key => $2, max_attempts => 3)`,
    [JSON.stringify({ id }), `division-sync-${id}`],
  )
  await world.admin.query(
    "update graphile_worker._private_jobs set attempts = 3, locked_by = 'pool-dead', locked_at = now() - interval '1 hour'",
  )
  expect(await root.post('/system/division/sync')).toMatchObject({ error: 'system.division.running' })
  await startWorker()
  await until(async () => (await see(id)).status === 'failed')
  expect(await see(id)).toMatchObject({ error: 'system.division.interrupted' })
  expect(await root.post('/system/division/sync')).toMatchObject({ code: 200 })
})

test('a server stop is not a failure of a refresh: it stays queued', async () => {
  const id = await order()
  const stop = new AbortController()
  const run = syncDivisions(world.services, id, stop.signal)
  await until(async () => (await see(id)).status === 'running')
  stop.abort(new Error('The worker ends'))
  await expect(run).rejects.toThrow()
  expect(await see(id)).toMatchObject({ status: 'running', error: null })
})

test('of two runs of a refresh the later one writes', async () => {
  const id = await order()
  const first = syncDivisions(world.services, id, forever).catch((error: unknown) => error)
  await until(async () => (await see(id)).status === 'running')
  await syncDivisions(world.services, id, forever)
  expect(await first).toBeInstanceOf(TakenOver)
  expect(await see(id)).toMatchObject({ status: 'done', error: null })
})

test('the first start imports all divisions, also after the demonstration made the few that it needs', async () => {
  const syncs = async () => Number((await world.admin.query('select count(*) as n from division_sync')).rows[0].n)
  await world.admin.query('truncate division_sync')
  await world.admin.query('delete from division where city_id not in (310000, 320500)')
  await queueFirstSync(world.services)
  expect(await syncs()).toBe(1)
  await queueFirstSync(world.services)
  expect(await syncs()).toBe(1)
  const { id } = (await world.admin.query('select id from division_sync')).rows[0]
  await syncDivisions(world.services, Number(id), forever)
  await world.admin.query('truncate division_sync')
  await queueFirstSync(world.services)
  expect(await syncs(), 'there are all').toBe(0)
})

test('people who do not write Chinese find cities by their names', async () => {
  const search = async (text: string, language: string) =>
    (
      await root.get<{ id: string; label: string }[]>(`/system/division/choices?search=${text}`, {
        'accept-language': language,
      })
    ).data
  for (const language of ['en', 'fr']) expect((await search('hangzhou', language))[0]!.id).toBe('330100')
  expect((await search('hangzhou', 'zh')).map(({ id }) => id)).toContain('330100')
  expect((await search('hangzhou', 'en'))[0]!.label).toMatch(/^Hangzhou · /)
  expect((await search('330100', 'fr'))[0]!.label).toMatch(/^Hangzhou · /)
})
