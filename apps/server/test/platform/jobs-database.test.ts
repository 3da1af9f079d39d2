import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/platform/database/database.ts'
import { Jobs } from '../../src/platform/jobs/jobs.ts'
import { migrate, prepareDatabase } from '../../src/platform/database/migrate.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { until } from '../until.ts'
import { type MortalPostgres, startMortalPostgres } from './killable-postgres.ts'

/** The database dies at each moment of a job. No rejection is left unhandled, which would end the process. */
let postgres: MortalPostgres
let database: Database
let jobs: Jobs
const unhandled: unknown[] = []
const hear = (reason: unknown) => void unhandled.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', hear)
  postgres = await startMortalPostgres()
  const prepared = await prepareDatabase(postgres.url, 'mortal')
  await migrate(prepared.ownerUrl)
  database = new Database(prepared)
  jobs = new Jobs(database, pino({ level: 'silent' }), { pollMs: 500, beatMs: 500, reconcileMs: 1000, restartMs: 500 })
  await jobs.prepare()
})
afterAll(async () => {
  await jobs?.stop()
  await database?.close()
  await postgres?.close()
  process.off('unhandledRejection', hear)
})

const across = <T>(work: Parameters<typeof database.acrossTenants<T>>[1]) => database.acrossTenants('jobs', work)
const moments = ['ends', 'fails', 'is fetched'] as const

test('a job is done once in effect when the database dies as it ends, fails or is fetched; the runner works again within 10 s', async () => {
  /** A job whose first run kills the database. */
  const armed = new Set<string>()
  const runs = new Map<string, number>()
  jobs.define('work', async payload => {
    const { key } = payload as { key: string }
    runs.set(key, (runs.get(key) ?? 0) + 1)
    await across(db =>
      db.execute(sql`insert into delivery (only_row, stamp) values (true, ${key}) on conflict (only_row) do update set stamp = case
        when ${key} = any(string_to_array(delivery.stamp, ' ')) then delivery.stamp else delivery.stamp || ' ' || ${key} end`),
    )
    if (!armed.delete(key)) return
    postgres.kill()
    if (key.startsWith('fails')) throw new Error('and the job fails as well')
  })
  await jobs.start()
  const keys: string[] = []
  let longest = 0
  for (const moment of moments)
    for (let round = 1; round <= 5; round++) {
      const key = `${moment.replace(' ', '-')}-${round}`
      keys.push(key)
      if (moment !== 'is fetched') armed.add(key)
      await database.withoutTenant(db => jobs.add(db, 'work', { key }, key))
      if (moment === 'is fetched') postgres.kill()
      else await until(() => runs.get(key) === 1 && !armed.has(key))
      await postgres.revive()
      const back = performance.now()
      await until(
        () =>
          across(db =>
            db.one<{ left: number }>(
              sql`select (select count(*) from job_outbox) + (select count(*) from graphile_worker._private_jobs) as left`,
            ),
          ).then(
            ({ left }) => left === 0,
            () => false,
          ),
        `the end of ${key}`,
      )
      longest = Math.max(longest, performance.now() - back)
    }
  const [{ stamp } = { stamp: '' }] = await across(db => db.query<{ stamp: string }>(sql`select stamp from delivery`))
  expect(stamp.split(' ')).toEqual(keys)
  expect(longest).toBeLessThan(10_000)
  expect(unhandled).toEqual([])
})
