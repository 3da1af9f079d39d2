import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '../../src/platform/free-port.ts'
import { databaseFolder } from '../../src/platform/postgres/postgres.ts'
import { layDatabase } from '../ready-cluster.ts'
import {
  call,
  endAll,
  postmasterOf,
  readiness,
  removeDataDir,
  type ServerProcess,
  startServer,
} from './server-process.ts'

/** What an operator never has to do by hand: end a process, delete a folder, read a stack. */
const root = join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(tmpdir(), 'timbermark-survives-'))
const dataDir = join(folder, 'data')
const keyFile = join(folder, 'master.key')
writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
const dataDirs = [dataDir]

afterAll(async () => {
  await endAll()
  for (const one of dataDirs) removeDataDir(one)
  rmSync(folder, { recursive: true, force: true })
})

async function begin(where = dataDir, environment: Record<string, string> = {}): Promise<ServerProcess> {
  if (!dataDirs.includes(where)) dataDirs.push(where)
  return startServer({
    mode: 'production',
    dataDir: where,
    port: await freePort(),
    environment: { MASTER_KEY_FILE: keyFile, ...environment },
  })
}

async function serve(where = dataDir): Promise<ServerProcess> {
  const server = await begin(where)
  await server.hear(/is ready at/)
  return server
}

/** The output of a start that fails: one sentence after the headline, no stack. */
function explainStartFailure(server: ServerProcess): string {
  const [before, sentence] = server.said().split('Timbermark cannot start:\n')
  expect(`${before}${sentence}`).not.toMatch(/\n\s+at /)
  expect(sentence?.trim().split('\n')).toHaveLength(1)
  return sentence!.trim()
}

const password = 'A-longer-secret-9'
const signIn = async (server: ServerProcess) =>
  (await call<{ token: string }>(server, 'POST', '/login', { username: 'admin', password })).data.token
const categories = async (server: ServerProcess) =>
  (await call(server, 'GET', '/catalog/category/list?limit=10', undefined, await signIn(server))).total

async function postmasterAt(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  return Number.parseInt(readFileSync(join(rows[0]!.data_directory, 'postmaster.pid'), 'utf8'), 10)
}

async function until(held: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await held())) await new Promise(wake => setTimeout(wake, 20))
}

describe('with one server that has something to lose', () => {
  let server: ServerProcess

  beforeAll(async () => {
    await layDatabase(dataDir)
    server = await serve()
    const initial = /one-time password (\S+)/.exec(server.said())![1]!
    const { token } = (
      await call<{ token: string }>(server, 'POST', '/login', { username: 'admin', password: initial })
    ).data
    await call(server, 'PUT', '/system/user/profile/updatePwd', { oldPassword: initial, newPassword: password }, token)
    expect(
      await call(server, 'POST', '/catalog/category', { name: 'Kept', orderNum: 1 }, await signIn(server)),
    ).toMatchObject({ code: 200 })
  })

  test('a second server on its data folder names the owner and ends; the first is unharmed', async () => {
    const second = await begin()
    expect(await second.ended).toBe(1)
    const sentence = explainStartFailure(second)
    expect(sentence).toContain(`DATA_DIR: Timbermark already runs with ${dataDir}`)
    expect(sentence).toContain(`process ${server.pid}`)
    expect(await readiness(server)).toBe(200)
    expect(await categories(server)).toBe(1)
  })

  test('killed with its database left running, it starts again by itself', async () => {
    const orphan = postmasterOf(dataDir)!
    server.kill('SIGKILL')
    await server.ended
    expect(() => process.kill(orphan, 0)).not.toThrow()
    server = await serve()
    expect(server.said()).toContain(
      `A killed server left its database running; it is stopped first (process ${orphan})`,
    )
    expect(postmasterOf(dataDir)).not.toBe(orphan)
    expect(await categories(server)).toBe(1)
  })

  test('killed together with its database, it starts again although the pid file names a stranger', async () => {
    const postmaster = postmasterOf(dataDir)!
    server.kill('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    await server.ended
    const pidFile = join(databaseFolder(join(dataDir, 'postgres')), 'postmaster.pid')
    const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
    // The database of these tests: running, of the same user, and belonging to another installation.
    const stranger = await postmasterAt(inject('cluster').adminUrl)
    writeFileSync(pidFile, [stranger, ...rest].join('\n'))
    server = await serve()
    expect(await postmasterAt(inject('cluster').adminUrl)).toBe(stranger)
    expect(server.said()).not.toContain('it is stopped first')
    expect(await categories(server)).toBe(1)
  })

  test('its database is killed: it keeps running, starts it again, and is ready with the same data', async () => {
    const url = new URL(JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')).adminUrl as string)
    for (let time = 0; time < 2; time++) {
      process.kill(postmasterOf(dataDir)!, 'SIGKILL')
      // It may be back before a request noticed that it was gone.
      await server.hear(/The database accepts connections again/, time + 1)
      await until(async () => (await readiness(server)) === 200)
      expect(await categories(server)).toBe(1)
    }
    expect(server.said()).toContain('The database ended by itself; it is being restarted')
    // Clients that know its address need not learn another one.
    expect(JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')).adminUrl).toBe(url.toString())
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(postmasterOf(dataDir)).toBeUndefined()
  })

  test('a database that does not stay up ends the server with a sentence, so that a supervisor acts', async () => {
    server = await serve()
    const cluster = databaseFolder(join(dataDir, 'postgres'))
    const settings = join(cluster, 'postgresql.conf')
    const before = readFileSync(settings, 'utf8')
    writeFileSync(settings, `${before}\nno_such_setting = on\n`)
    process.kill(postmasterOf(dataDir)!, 'SIGKILL')
    expect(await server.ended).toBe(1)
    expect(server.said()).toMatch(/Timbermark ends: its database ends again and again.*no_such_setting/s)
    const again = await begin()
    expect(await again.ended).toBe(1)
    expect(again.said()).toMatch(/Timbermark cannot start:\nThe database in .* did not start: .*no_such_setting/s)
    expect(again.said()).not.toMatch(/\n\s+at /)
    writeFileSync(settings, before)
    server = await serve()
    expect(await categories(server)).toBe(1)
    server.kill('SIGTERM')
    await server.ended
  })
})

describe('a start that cannot be', () => {
  test.each([
    ['below a file', () => join(keyFile, 'data'), 'a part of its path is a file'],
    ['that is a file', () => keyFile, 'a part of its path is a file'],
    ['where none can be made', () => '/proc/timbermark/data', 'it cannot be made there'],
  ])(
    'with a data folder %s says so in one sentence',
    async (_title, where, why) => {
      const server = startServer({
        mode: 'production',
        dataDir: where(),
        port: await freePort(),
        environment: { MASTER_KEY_FILE: keyFile },
      })
      expect(await server.ended).toBe(1)
      expect(explainStartFailure(server)).toBe(`DATA_DIR: ${where()} cannot be used, because ${why}`)
    },
    60_000,
  )

  test('with a key that cannot be read says so in one sentence', async () => {
    const asFolder = join(folder, 'key-folder')
    mkdirSync(asFolder, { mode: 0o700 })
    const server = await begin(join(folder, 'unused'), { MASTER_KEY_FILE: asFolder })
    expect(await server.ended).toBe(1)
    expect(explainStartFailure(server)).toContain(`MASTER_KEY_FILE: ${asFolder} cannot be read`)
  })

  test('with a database that does not answer says so in one sentence', async () => {
    const server = await begin(join(folder, 'unused'), {
      DATABASE_EMBEDDED: 'off',
      DATABASE_URL: `postgres://timbermark_server:x@127.0.0.1:${await freePort()}/timbermark`,
      DATABASE_WORKER_URL: `postgres://timbermark_worker:x@127.0.0.1:${await freePort()}/timbermark`,
    })
    expect(await server.ended).toBe(1)
    expect(explainStartFailure(server)).toMatch(/^DATABASE_URL: the database cannot be used: .*ECONNREFUSED/)
  })
})

test('an unfinished cluster of an older version is moved aside, and the files a killed one left are removed', async () => {
  const where = join(folder, 'older')
  const cluster = databaseFolder(join(where, 'postgres'))
  mkdirSync(join(cluster, 'global'), { recursive: true })
  mkdirSync(where, { recursive: true })
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
  writeFileSync(join(where, 'postgres.secret'), 'told-before-the-interruption', { mode: 0o600 })
  mkdirSync(`${cluster}.making-0badc0de`)
  writeFileSync(`${cluster}.making-0badc0de.password`, 'left')
  const server = await serve(where)
  expect(server.said()).toMatch(/incomplete database, which was never used; it was moved to \S+half-made/)
  const siblings = readdirSync(join(cluster, '..'))
  expect(siblings.filter(name => name.includes('.making-'))).toEqual([])
  expect(siblings.filter(name => name.includes('.half-made-'))).toHaveLength(1)
  expect(readFileSync(join(where, 'postgres.secret'), 'utf8')).toBe('told-before-the-interruption')
  expect(existsSync(join(cluster, 'timbermark.whole'))).toBe(true)
  server.kill('SIGTERM')
  await server.ended
})

test('stopped in the middle of a start, or with the command that started it killed, it leaves nothing running', async () => {
  const where = join(folder, 'stopped')
  const first = await begin(where)
  await first.hear(/Preparing the tables/)
  const postmaster = postmasterOf(where)!
  first.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(first.said()).not.toContain('cannot start')
  await until(() => !isThere(postmaster))

  const port = await freePort()
  const options = {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: where,
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      MASTER_KEY_FILE: keyFile,
      DATABASE_EMBEDDED: 'on',
      CAPTCHA: 'off',
    },
    stdio: 'ignore',
  } as const
  const url = `http://127.0.0.1:${port}`
  // The command itself, and npm in front of it, whose end nobody reports to the command.
  for (const [begin, signal] of [
    [() => spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'serve'], options), 'SIGKILL'],
    [() => spawn('npm', ['run', 'serve'], options), 'SIGTERM'],
    [() => spawn('npm', ['run', 'serve'], options), 'SIGKILL'],
  ] as const) {
    const command = begin()
    await until(async () => (await readiness({ url })) === 200)
    const database = postmasterOf(where)!
    command.kill(signal)
    await until(() => !isThere(database))
    await until(async () => (await readiness({ url })) === 0)
  }
})

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
