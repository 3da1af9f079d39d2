import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollUpDirtyDays } from '../../src/areas/stats/rollups/schedule-rollups.ts'
import { Database } from '../../src/platform/database/database.ts'
import { migrate, migrationFiles, prepareDatabase, type RoleUrls } from '../../src/platform/database/migrate.ts'
import { freePort } from '../../src/platform/free-port.ts'
import { schemaText } from '../conformance/schema-text.ts'
import { countRows, keptRows, makeInstallationOfBefore } from '../platform/earlier-installation.ts'
import { type MortalPostgres, startMortalPostgres } from '../platform/killable-postgres.ts'
import { endAll, readiness, startServer } from './server-process.ts'

/**
 * An earlier installation, with a row of every kind, is brought to the newest schema while the process, its connection
 * or the database is killed again and again. It ends equal to one that was not disturbed.
 */
let postgres: MortalPostgres
let roles: RoleUrls
/** Earlier rows, by table; and the same rows after an upgrade that was not disturbed. */
let before: Record<string, number>
let calm: { schema: string; rows: Record<string, number>; contents: Record<string, string> }

const folder = mkdtempSync(join(tmpdir(), 'timbermark-upgrade-'))
const children = new Set<ChildProcess>()

async function connected<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.url(database) })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Privileges on a database itself are not copied with it. */
const makeCopy = (name: string) =>
  connected('postgres', async client => {
    await client.query(`create database ${name} template before`)
    await client.query(`grant create on database ${name} to timbermark_worker`)
  })

/**
 * Rows without the values that differ with each upgrade: times, random values, and the first number of the request key, because a
 * killed database skips numbers of its sequences.
 */
async function contentsOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ table: string; own: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as own from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.atttypid not in ('timestamptz'::regtype, 'uuid'::regtype, 'pg_lsn'::regtype)
      and (c.relname, a.attname) <> ('ledger_request_key', 'first_number')
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by 1`)
  const contents: Record<string, string> = {}
  for (const { table, own } of rows) {
    const columns = own.map(column => `t.${pg.escapeIdentifier(column)}`).join(', ')
    const result = await client.query<{ text: string | null }>(
      `select string_agg(line, E'\\n' order by line) as text from (select row(${columns})::text as line from ${pg.escapeIdentifier(table)} t) lines`,
    )
    contents[table] = result.rows[0]!.text ?? ''
  }
  return contents
}

const outcomeOf = (database: string) =>
  connected(database, async client => ({
    schema: await schemaText(client),
    rows: await countRows(client),
    contents: await contentsOf(client),
  }))

beforeAll(async () => {
  postgres = await startMortalPostgres()
  const prepared = await prepareDatabase(postgres.url, 'before')
  roles = prepared
  before = await connected('before', async client => {
    await makeInstallationOfBefore(client)
    return countRows(client)
  })
  await makeCopy('calm')
  await migrate(postgres.url('calm'))
  calm = await outcomeOf('calm')
  expect(keptRows(calm.rows, before)).toEqual(keptRows(before, before))
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await endAll()
  await postgres.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A process that migrates and ends; settles with its exit code, null when it was killed. */
function migrateApart(database: string): { child: ChildProcess; ended: Promise<number | null> } {
  const program = `import { migrate } from ${JSON.stringify(join(import.meta.dirname, '../../src/platform/database/migrate.ts'))}; await migrate(${JSON.stringify(postgres.url(database))})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
  children.add(child)
  return {
    child,
    ended: new Promise(resolve =>
      child.once('exit', code => {
        children.delete(child)
        resolve(code)
      }),
    ),
  }
}

const applied = (database: string) =>
  connected(database, async client => {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from schema_migration')
    return rows[0]!.n
  })

/** Waits until a process is in the middle of the upgrade, or the work is over. */
const inUpgrade = (database: string, over: () => boolean) =>
  connected('postgres', async client => {
    while (!over()) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where application_name = 'timbermark-migrate' and datname = $1
           and xact_start is not null and query not like '%pg_advisory_lock%'`,
        [database],
      )
      if (rowCount) return
      await new Promise(wake => setTimeout(wake, 5))
    }
  })

const cutLine = (database: string) =>
  connected('postgres', client =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'timbermark-migrate' and datname = $1`,
      [database],
    ),
  )

const kinds = ['database', 'line', 'process'] as const

/**
 * Kills the process that upgrades a copy, in different ways at different moments.
 * @returns what was interrupted in the middle of it
 */
async function killedOften(database: string): Promise<string[]> {
  const strikes = Array.from({ length: 18 }, (_, n) => (n % 5 === 1 ? 'database' : n % 4 === 3 ? 'process' : 'line'))
  const left: string[] = []
  for (const [n, victim] of strikes.entries()) {
    const known = await applied(database)
    let over = false
    const run = victim === 'process' ? migrateApart(database) : undefined
    const work = (
      run
        ? run.ended.then(code => code === 0)
        : migrate(postgres.url(database)).then(
            () => true,
            () => false,
          )
    ).then(isComplete => {
      over = true
      return isComplete
    })
    await inUpgrade(database, () => over)
    // At another moment of it each time, and early enough for a machine that is quick.
    await new Promise(wake => setTimeout(wake, (n * 37) % 160))
    if (victim === 'line') await cutLine(database)
    else if (victim === 'process') run!.child.kill('SIGKILL')
    else postgres.kill()
    const isComplete = await work
    if (victim === 'database') await postgres.revive()
    // There is nothing left to kill.
    if (isComplete) break
    // All or nothing: the version of before could be started again, unless the strike came after the commit.
    const now = await applied(database)
    expect([known, migrationFiles().length]).toContain(now)
    if (now !== known) break
    left.push(victim)
  }
  return left
}

test('killed again and again, it is made whole by the next one: the same schema, and every row', async () => {
  const left: string[] = []
  // On a busy machine the upgrade may be faster than the killer, and a copy is complete too soon.
  for (let copy = 0; copy < 8 && (left.length < 10 || new Set(left).size < kinds.length); copy++) {
    const database = `killed${copy}`
    await makeCopy(database)
    left.push(...(await killedOften(database)))
    await migrate(postgres.url(database))
    expect(await outcomeOf(database)).toEqual(calm)
    expect(await migrate(postgres.url(database))).toEqual([])
  }
  // Enough of them were in the middle of a step, of each kind.
  expect(left.length).toBeGreaterThan(9)
  expect([...new Set(left)].sort()).toEqual(kinds)
})

test('three processes at once, one of them killed: each migration is applied once, and the others end well', async () => {
  await makeCopy('together')
  const [doomed, ...others] = [0, 1, 2].map(() => migrateApart('together'))
  await inUpgrade('together', () => false)
  // Whichever of them is current by now; it is one of the three.
  doomed!.child.kill('SIGKILL')
  expect(await doomed!.ended).toBeNull()
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0])
  expect(await applied('together')).toBe(migrationFiles().length)
  expect(await outcomeOf('together')).toEqual(calm)
})

test('a server that is killed during its upgrade serves in the end, with counts made from the earlier rows', async () => {
  await makeCopy('served')
  const keyFile = join(folder, 'master.key')
  writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
  const at = (url: string) => Object.assign(new URL(url), { pathname: '/served' }).toString()
  const begin = async () =>
    startServer({
      mode: 'production',
      dataDir: join(folder, 'data'),
      port: await freePort(),
      environment: {
        DATABASE_EMBEDDED: 'off',
        DATABASE_URL: at(roles.serverUrl),
        DATABASE_WORKER_URL: at(roles.workerUrl),
        DATABASE_OWNER_URL: postgres.url('served'),
        MASTER_KEY_FILE: keyFile,
      },
    })
  // In its migrations, in the deliveries after them, and with its jobs just started.
  for (const [words, wait] of [
    [/Preparing the tables/, 300],
    [/Preparing the tables|is ready at/, 1500],
    [/is ready at/, 300],
  ] as const) {
    const server = await begin()
    await Promise.race([server.hear(words), server.hear(/is ready at/)])
    await new Promise(wake => setTimeout(wake, wait))
    server.kill('SIGKILL')
    await server.ended
  }
  const server = await begin()
  await server.hear(/is ready at/)
  expect(await readiness(server)).toBe(200)
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  // What its job does every minute.
  const database = new Database({ serverUrl: at(roles.serverUrl), workerUrl: at(roles.workerUrl) })
  await rollUpDirtyDays({ database }, { resting: false })
  await database.close()
  await connected('served', async client => {
    const counted = await client.query<{ scans: number; checks: number }>(
      `select sum(scans)::int as scans, sum(checks)::int as checks from visit_count where grain = 'day' and tenant_id = 2 and request_number = 0`,
    )
    expect(counted.rows).toEqual([{ scans: 1, checks: 1 }])
    const rows = await countRows(client)
    // Deliveries add rows (roles, menus, divisions); no earlier row is gone, and an enterprise's own rows are the same.
    for (const [table, count] of Object.entries(keptRows(before, before)))
      expect(rows[table], table).toBeGreaterThanOrEqual(count)
    const contents = await contentsOf(client)
    for (const table of [
      'product',
      'batch',
      'listing',
      'quote',
      'stage_record',
      'stage_record_code',
      'code_link',
      'customer',
    ])
      expect([table, contents[table]]).toEqual([table, calm.contents[table]])
  })
}, 360_000)
