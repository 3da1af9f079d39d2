import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeBackup } from '../../src/backup/backup.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { readBackupKey } from '../../src/platform/backup/encryption.ts'
import { freePort } from '../../src/platform/free-port.ts'
import { migrate, migrationFiles } from '../../src/platform/database/migrate.ts'
import { removeDatabase, startPostgres } from '../../src/platform/postgres/postgres.ts'
import { readSettings, type Settings } from '../../src/platform/settings.ts'
import { quiet } from '../backup/backup-place.ts'
import { call, endAll, readiness, startServer } from '../process/server-process.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/**
 * A database of the operator's own, whose owner is no superuser, as managed services give it. Always on the shipped
 * PostgreSQL; on others too when OWN_POSTGRES names them: addresses of superusers, separated by commas.
 */
const folder = mkdtempSync(join(tmpdir(), 'timbermark-own-'))
const others = (process.env.OWN_POSTGRES ?? '').split(',').filter(address => address !== '')
const closing: (() => Promise<unknown>)[] = []
const children = new Set<ChildProcess>()

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await endAll()
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const at = (url: string, database: string, user?: string) => {
  const address = Object.assign(new URL(url), { pathname: `/${database}` })
  if (user) Object.assign(address, { username: user, password })
  return address.toString()
}
const password = 'no-superuser'

/** Runs a command of the server to its end. */
function run(program: string, args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src', program), ...args], {
    env: { ...process.env, MEMORY_DIR: join(folder, 'memory'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk))
  return new Promise<{ code: number | null; text: string }>(resolve =>
    child.once('close', code => {
      children.delete(child)
      resolve({ code, text })
    }),
  )
}

describe.each(['shipped', ...others])('an owner without superuser rights on %s', where => {
  let superuser: string
  let settings: Settings
  const owner = `owner_${randomBytes(4).toString('hex')}`
  const keyFile = join(folder, `${owner}.key`)
  const roles = ['timbermark_server', 'timbermark_worker']
  const url = (database: string, user: string) => at(superuser, database, user)

  beforeAll(async () => {
    writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
    if (where === 'shipped') {
      const cluster = join(folder, 'cluster', 'postgres')
      const postgres = await startPostgres({ folder: cluster, durable: false })
      closing.push(async () => {
        await postgres.stop()
        removeDatabase(cluster)
      })
      superuser = postgres.url('postgres')
    } else superuser = where
    await connected(superuser, admin =>
      admin.query(`create role ${owner} login createrole createdb password '${password}'`),
    )
    await connected(url('postgres', owner), async client => {
      for (const name of ['first', 'second', 'third']) await client.query(`create database ${owner}_${name}`)
    })
    closing.push(() =>
      connected(superuser, async admin => {
        for (const name of ['first', 'second', 'third'])
          await admin.query(`drop database if exists ${owner}_${name} with (force)`)
        await admin.query(`drop owned by ${owner}`)
        for (const role of roles) await admin.query(`drop owned by ${role}; drop role ${role}`)
        await admin.query(`drop role ${owner}`)
      }),
    )
  })

  test('first start: the migrations create the roles and go through, and what documents say gives them a login', async () => {
    const ownerUrl = url(`${owner}_first`, owner)
    expect(await migrate(ownerUrl)).toHaveLength(migrationFiles().length)
    // docs/operations.md, Roles.
    await connected(ownerUrl, async client => {
      for (const role of roles) await client.query(`alter role ${role} login password '${password}'`)
    })
    settings = {
      ...readSettings('test', {
        DATA_DIR: join(folder, `${owner}-data`),
        MASTER_KEY_FILE: keyFile,
        MEMORY_DIR: join(folder, `${owner}-memory`),
        PUBLIC_URL: 'http://localhost:8080',
      }),
      databaseUrl: url(`${owner}_first`, roles[0]!),
      databaseWorkerUrl: url(`${owner}_first`, roles[1]!),
      databaseOwnerUrl: ownerUrl,
    }
  })

  const environment = () => ({
    DATABASE_EMBEDDED: 'off',
    DATABASE_URL: settings.databaseUrl!,
    DATABASE_WORKER_URL: settings.databaseWorkerUrl!,
    DATABASE_OWNER_URL: settings.databaseOwnerUrl!,
    MASTER_KEY_FILE: keyFile,
    PUBLIC_URL: 'http://localhost:8080',
  })

  test('the server starts, and an administrator who lost password and second factor is let in again', async () => {
    const server = startServer({
      mode: 'production',
      dataDir: settings.dataDir,
      port: await freePort(),
      environment: environment(),
    })
    await server.hear(/is ready at/)
    await expect.poll(() => readiness(server)).toBe(200)
    const asWorker = <T>(work: (client: pg.Client) => Promise<T>) => connected(settings.databaseWorkerUrl!, work)
    await asWorker(worker =>
      worker.query(`insert into second_factor (tenant_id, account_id, sealed, key_version, confirmed_at)
        select tenant_id, id, '', 1, now() from account where user_name = 'admin'`),
    )
    const rescue = (...args: string[]) =>
      run('account-rescue.ts', args, { ...environment(), DATA_DIR: settings.dataDir })
    const factors = () => asWorker(async worker => (await worker.query('select from second_factor')).rowCount)

    expect(await rescue('admin')).toMatchObject({
      code: 2,
      text: expect.stringContaining('Usage: npm run account:rescue'),
    })
    expect(await rescue('nobody', '--password', '--yes')).toMatchObject({
      code: 1,
      text: expect.stringContaining('nobody is no administrator of the platform; these are: admin'),
    })
    // Nobody at a terminal has confirmed it.
    expect(await rescue('admin', '--second-factor')).toMatchObject({ code: 1, text: expect.stringContaining('--yes') })
    expect(await factors()).toBe(1)

    const { code, text } = await rescue('Admin', '--password', '--second-factor', '--yes')
    expect(code, text).toBe(0)
    expect(await factors()).toBe(0)
    const oneTime = /One-time password of admin, .*: (\S+)/.exec(text)?.[1]
    const entered = await call<{ token: string }>(server, 'POST', '/login', { username: 'admin', password: oneTime })
    expect(entered.code).toBe(200)
    const { rows } = await asWorker(worker =>
      worker.query(
        `select oper_name, oper_url, oper_param::jsonb ->> 'administrator' as administrator from oper_log where oper_name = 'account:rescue'`,
      ),
    )
    expect(rows).toEqual([{ oper_name: 'account:rescue', oper_url: 'npm run account:rescue', administrator: 'admin' }])
    const messages = await asWorker(worker =>
      worker.query(`select facts ->> 'name' as name from message where kind = 'accountRescued'`),
    )
    expect(messages.rows).toEqual([{ name: 'admin' }])
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('a new key for codes, and a key for backups, by their commands', async () => {
    const codes = await run('keys/run.ts', ['codes', '--all'], { ...environment(), DATA_DIR: settings.dataDir })
    expect(codes.code, codes.text).toBe(0)
    const file = join(folder, `${owner}-backup.key`)
    const key = await run('backup/run.ts', ['key', file], {})
    expect(key, key.text).toMatchObject({ code: 0, text: expect.stringContaining('age1') })
    expect(await readBackupKey(file)).toMatchObject({ recipient: expect.stringMatching(/^age1/) })
    expect(await run('backup/run.ts', ['key', file], {})).toMatchObject({ code: 1 })
  })

  test('backup, and restore into another database of this owner', async () => {
    const backup = join(folder, `${owner}-backup`)
    await makeBackup(settings, { folder: backup, progress: quiet })
    const place: Settings = {
      ...settings,
      dataDir: join(folder, `${owner}-restored`),
      databaseOwnerUrl: url(`${owner}_second`, owner),
      databaseWorkerUrl: url(`${owner}_second`, roles[1]!),
    }
    const { rows } = await restoreBackup(place, { folder: backup, progress: quiet })
    expect(rows).toBeGreaterThan(100)
  })

  test('roles that somebody else created: the start names the statement to run, which helps', async () => {
    const stranger = `${owner}_other`
    await connected(superuser, async admin => {
      await admin.query(`create role ${stranger} login createrole password '${password}'`)
      await admin.query(`alter database ${owner}_third owner to ${stranger}`)
    })
    closing.push(() =>
      connected(superuser, async admin => {
        await admin.query(`drop database if exists ${owner}_third with (force)`)
        await admin.query(`drop owned by ${stranger}; drop role ${stranger}`)
      }),
    )
    const strangersUrl = url(`${owner}_third`, stranger)
    const { version } = await connected(superuser, async admin => {
      const { rows } = await admin.query<{ version: number }>(
        `select current_setting('server_version_num')::int / 10000 as version`,
      )
      return rows[0]!
    })
    // Before PostgreSQL 16 a role that may create roles may also grant every role.
    if (version >= 16) {
      const refused = await migrate(strangersUrl).catch((error: Error) => error.message)
      const statement = /Let an administrator of the database run: (grant timbermark_worker to .*;)$/.exec(
        String(refused),
      )?.[1]
      expect(statement, String(refused)).toBeDefined()
      const tables = await connected(strangersUrl, client =>
        client.query(`select from pg_class where relnamespace = 'public'::regnamespace`),
      )
      expect(tables.rowCount).toBe(0)
      await connected(superuser, admin => admin.query(statement!))
    }
    expect(await migrate(strangersUrl)).toHaveLength(migrationFiles().length)
  })
})
