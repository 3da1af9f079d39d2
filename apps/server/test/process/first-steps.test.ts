import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { applyModeDefaults } from '../../src/areas/system/bootstrap/mode-defaults.ts'
import { bootstrapInstallation } from '../../src/areas/system/bootstrap/bootstrap.ts'
import { Database } from '../../src/platform/database/database.ts'
import { Jobs } from '../../src/platform/jobs/jobs.ts'
import { removeDatabase, startPostgres } from '../../src/platform/postgres/postgres.ts'
import { migrate, prepareDatabase } from '../../src/platform/database/migrate.ts'
import { Secrets } from '../../src/platform/installation/secrets.ts'
import { SettingsError, readSettings } from '../../src/platform/settings.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { makeFileOnce, writeFileSafely } from '../../src/platform/installation/write-file.ts'
import { loadOrCreatePasswords } from '../../src/seed/demo-accounts.ts'
import { firstAdministrator } from '../../src/seed/first-administrator.ts'
import { dropDatabase, emptyDatabase, isUnfinishedDemo } from '../../src/start/unfinished-demo.ts'
import { makeServices } from '../../src/services.ts'
import { pino } from 'pino'

/** The steps of a first start, one by one: interrupted and repeated. */
const folder = mkdtempSync(join(tmpdir(), 'timbermark-steps-'))
const cluster = inject('cluster')
const at = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
const databases: string[] = []
const open: Database[] = []

afterAll(async () => {
  for (const one of open) await one.close()
  for (const name of databases) await dropDatabase(cluster.adminUrl, name)
  rmSync(folder, { recursive: true, force: true })
})

/** A migrated database without deliveries. */
async function emptyInstallation(): Promise<{ name: string; ownerUrl: string; workerUrl: string; serverUrl: string }> {
  const name = `first_${databases.length}_${process.pid}`
  databases.push(name)
  const admin = new pg.Client({ connectionString: cluster.adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const ownerUrl = at(cluster.adminUrl, name)
  await migrate(ownerUrl)
  return { name, ownerUrl, workerUrl: at(cluster.workerUrl, name), serverUrl: at(cluster.serverUrl, name) }
}

const opened = (urls: { serverUrl: string; workerUrl: string }) => {
  const database = new Database({ ...urls, poolSize: 3 })
  open.push(database)
  return database
}

test('a first delivery that was interrupted is made by the next start, and the next enterprise is number 2', async () => {
  const urls = await emptyInstallation()
  const database = opened(urls)
  // The interrupted one used up a number of the sequence, which a rollback does not return.
  await expect(
    database.acrossTenants('seed', async db => {
      await db.execute(sql`insert into enterprise (identification, name) values ('lost', 'Lost')`)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await database.acrossTenants('seed', bootstrapInstallation)).toBe(true)
  const ids = () =>
    database.acrossTenants('seed', db => db.query<{ id: number }>(sql`select id from enterprise order by id`))
  expect(await ids()).toEqual([{ id: 1 }])
  await database.acrossTenants('seed', db =>
    db.execute(sql`insert into enterprise (identification, name) values ('next', 'Next')`),
  )
  expect(await ids()).toEqual([{ id: 1 }, { id: 2 }])
})

test('VAL-03, VAL-12, SCR-42: a demonstration has the specification’s rules and registration, production the strict ones and none, until somebody chooses', async () => {
  const database = opened(await emptyInstallation())
  const inSeed = <T>(work: Parameters<typeof database.acrossTenants<T>>[1]) => database.acrossTenants('seed', work)
  const keys = ['sys.account.identificationPassword', 'sys.account.registerUser', 'sys.account.strongPassword']
  const values = () =>
    inSeed(db =>
      db.query<{ value: string }>(
        sql`select config_value as value from config where config_key = any(${keys}) order by config_key`,
      ),
    ).then(rows => rows.map(row => row.value))
  await inSeed(bootstrapInstallation)
  await inSeed(db => applyModeDefaults(db, 'demo'))
  expect(await values()).toEqual(['true', 'true', 'false'])
  await inSeed(db => applyModeDefaults(db, 'production'))
  expect(await values()).toEqual(['false', 'false', 'true'])
  await inSeed(db =>
    db.execute(sql`update config set config_value = 'false', updated_by = 1 where config_key = ${keys[2]}`),
  )
  await inSeed(db => applyModeDefaults(db, 'production'))
  expect(await values()).toEqual(['false', 'false', 'false'])
})

test('two processes that start at the same moment deliver once and make one administrator', async () => {
  const urls = await emptyInstallation()
  const settings = readSettings('test', { DATA_DIR: join(folder, 'two'), PORT: '0', CAPTCHA: 'off' })
  const both = await Promise.all([makeServices(settings, urls), makeServices(settings, urls)])
  for (const services of both) open.push(services.database)
  const delivered = await Promise.all(
    both.map(services => services.database.acrossTenants('seed', bootstrapInstallation)),
  )
  expect(delivered.sort()).toEqual([false, true])
  const lines: string[] = []
  await Promise.all(both.map(services => firstAdministrator(services, line => lines.push(line))))
  expect(lines).toHaveLength(1)
  const accounts = await both[0]!.database.acrossTenants('seed', db => db.query(sql`select user_name from account`))
  expect(accounts).toEqual([{ user_name: 'admin' }])
  expect(await isUnfinishedDemo(urls.ownerUrl)).toBe(false)
})

test('the first administrator is printed before the start waits, and again when the start was interrupted in between', async () => {
  const urls = await emptyInstallation()
  const settings = readSettings('test', { DATA_DIR: join(folder, 'told'), PORT: '0', CAPTCHA: 'off' })
  const services = await makeServices(settings, urls)
  open.push(services.database)
  await services.database.acrossTenants('seed', bootstrapInstallation)
  const passwords: string[] = []
  const tell = (line: string) => passwords.push(/password (\S+)/.exec(line)![1]!)
  await expect(
    firstAdministrator(services, line => {
      tell(line)
      throw new Error('killed before the commit')
    }),
  ).rejects.toThrow('killed')
  expect(await services.database.acrossTenants('seed', db => db.query(sql`select 1 from account`))).toEqual([])
  await firstAdministrator(services, tell)
  await firstAdministrator(services, tell)
  expect(passwords).toHaveLength(2)
})

test('an unfinished demonstration is neither served in production nor taken for a complete one', async () => {
  const urls = await emptyInstallation()
  const settings = readSettings('test', { DATA_DIR: join(folder, 'half'), PORT: '0', CAPTCHA: 'off' })
  const services = await makeServices(settings, urls)
  open.push(services.database)
  await services.database.acrossTenants('seed', bootstrapInstallation)
  await services.database.acrossTenants('seed', db =>
    db.execute(
      sql`insert into account (tenant_id, user_name, nick_name, user_type, password_hash) values (1, 'half', 'Half', 1, 'x')`,
    ),
  )
  expect(await isUnfinishedDemo(urls.ownerUrl)).toBe(true)
  await expect(firstAdministrator(services, () => {})).rejects.toThrow(/holds an incomplete demonstration/)
})

test('an earlier installation with accounts in it is ready', async () => {
  const urls = await emptyInstallation()
  const admin = new pg.Client({ connectionString: urls.ownerUrl })
  await admin.connect()
  await admin.query(`drop table installation; delete from schema_migration where name = '0050-installation.sql';
    insert into enterprise (identification, name) values ('platform', 'Platform');
    insert into account (tenant_id, user_name, nick_name, user_type, password_hash) values (1, 'admin', 'Admin', 1, 'x')`)
  await admin.end()
  await migrate(urls.ownerUrl)
  expect(await isUnfinishedDemo(urls.ownerUrl)).toBe(false)
})

test('in a database of the operator the demonstration starts again in place, never next to foreign data', async () => {
  const urls = await emptyInstallation()
  const jobs = new Jobs(opened(urls), pino({ level: 'silent' }))
  await jobs.prepare()
  const admin = new pg.Client({ connectionString: urls.ownerUrl })
  await admin.connect()
  await admin.query('create table foreign_table (a int); alter table foreign_table owner to timbermark_worker')
  let begun = 0
  await expect(emptyDatabase(urls.ownerUrl, urls.workerUrl, () => begun++)).rejects.toThrow(
    /the table foreign_table in the same database belongs to another role/,
  )
  await expect(emptyDatabase(undefined, urls.workerUrl, () => begun++)).rejects.toThrow(SettingsError)
  expect(begun).toBe(0)
  await admin.query('drop table foreign_table')
  const before = (await admin.query<{ id: string }>('select id from installation')).rows[0]!.id
  await emptyDatabase(urls.ownerUrl, urls.workerUrl, () => begun++)
  expect(begun).toBe(1)
  expect(await isUnfinishedDemo(urls.ownerUrl)).toBe(false)
  await migrate(urls.ownerUrl)
  await jobs.prepare()
  expect(await opened(urls).acrossTenants('seed', bootstrapInstallation)).toBe(true)
  expect((await admin.query<{ id: string }>('select id from installation')).rows[0]!.id).not.toBe(before)
  await admin.end()
})

test('a database whose removal was interrupted is removed and made', async () => {
  // Preparing gives the roles new passwords: that must not happen to the cluster that all test files share.
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false })
  const admin = new pg.Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  try {
    await admin.query('create database gone')
    // The marker that the server itself writes when a removal begins.
    await admin.query(`update pg_database set datconnlimit = -2 where datname = 'gone'`)
    expect(await isUnfinishedDemo(postgres.url('gone'))).toBe(false)
    const { ownerUrl } = await prepareDatabase(postgres.url, 'gone')
    expect(await migrate(ownerUrl)).not.toEqual([])
  } finally {
    await admin.end()
    await postgres.stop()
    removeDatabase(join(folder, 'postgres'))
  }
})

test('a file is complete or unchanged, is made once by the first process, and leaves no draft', async () => {
  const file = join(folder, 'kept.json')
  await writeFileSafely(file, 'first')
  await writeFileSafely(file, 'second')
  expect(readFileSync(file, 'utf8')).toBe('second')
  expect(makeFileOnce(file, 'third')).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe('second')
  expect(makeFileOnce(join(folder, 'new'), 'made')).toBe(true)
  await expect(writeFileSafely(join(folder, 'no', 'folder'), 'x')).rejects.toThrow(/ENOENT/)
  const left = (await import('node:fs')).readdirSync(folder).filter(name => name.endsWith('.new'))
  expect(left).toEqual([])
})

test('the empty key file of an interrupted start is filled; stored passwords are used again', async () => {
  const dataDir = join(folder, 'keys')
  const settings = readSettings('test', { DATA_DIR: dataDir, PORT: '0', CAPTCHA: 'off' })
  Secrets.load(settings)
  const key = readFileSync(settings.masterKeyFile, 'utf8')
  Secrets.load(settings)
  expect(readFileSync(settings.masterKeyFile, 'utf8')).toBe(key)
  writeFileSync(settings.masterKeyFile, '')
  Secrets.load(settings)
  expect(Buffer.from(readFileSync(settings.masterKeyFile, 'utf8'), 'base64')).toHaveLength(32)

  const wanted = [
    { role: 'superAdmin', username: 'admin' },
    { role: 'auditor', username: 'auditor' },
  ]
  const first = await loadOrCreatePasswords(dataDir, wanted.slice(0, 1))
  const second = await loadOrCreatePasswords(dataDir, wanted)
  expect(second.get('admin')).toBe(first.get('admin'))
  expect(second.get('auditor')).toMatch(/^Tm-/)
  writeFileSync(join(dataDir, 'demo-accounts.json'), '[{"role":')
  expect((await loadOrCreatePasswords(dataDir, wanted)).size).toBe(2)
  expect(existsSync(join(dataDir, 'demo-accounts.json'))).toBe(true)
})
