import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { assertNotRestoring } from '../../src/backup/marker.ts'
import { endOrphans } from '../../src/backup/orphan.ts'
import { freePort } from '../../src/platform/free-port.ts'
import { databaseFolder, removeDatabase } from '../../src/platform/postgres/postgres.ts'
import { layDatabase } from '../ready-cluster.ts'
import { png } from '../samples.ts'
import { contents, waitFor, withClient } from './backup-place.ts'

vi.setConfig({ testTimeout: 600_000 })

/** Backup, restore and check as an operator runs them, on the shipped database, each interrupted and run again. */
const folder = mkdtempSync(join(tmpdir(), 'timbermark-backup-run-'))
const key = join(folder, 'master.key')
writeFileSync(key, randomBytes(32).toString('base64'), { mode: 0o600 })
const first = join(folder, 'first')
const second = join(folder, 'second')
const source = join(import.meta.dirname, '../../src')
const children = new Set<ChildProcess>()

afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  for (const dataDir of [first, second]) {
    const cluster = join(dataDir, 'postgres')
    await endOrphans(databaseFolder(cluster))
    removeDatabase(cluster)
  }
  rmSync(folder, { recursive: true, force: true })
})

interface Running {
  pid: number
  said(): string
  ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

function run(program: string, args: string[], environment: Record<string, string>): Running {
  let text = ''
  const child = spawn(process.execPath, [join(source, program), ...args], {
    env: { ...process.env, MEMORY_DIR: join(folder, 'memory'), INIT_CWD: folder, TMPDIR: folder, ...environment },
  })
  children.add(child)
  child.stdout.on('data', (chunk: Buffer) => (text += chunk))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk))
  const ended = new Promise<number | null>(done => child.once('exit', code => done(code)))
  return { pid: child.pid!, said: () => text, ended, kill: signal => void child.kill(signal) }
}

const command = (args: string[], dataDir: string, keyFile = key) =>
  run('backup/run.ts', args, { DATA_DIR: dataDir, MASTER_KEY_FILE: keyFile })

/** Runs to the end and returns the output. */
async function finished(running: Running): Promise<{ code: number | null; said: string }> {
  const code = await running.ended
  return { code, said: running.said() }
}

/** Is this the current run, and not an earlier one whose left-overs are still there? */
function claimed(path: string, { pid }: Running): boolean {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { pid: number }).pid === pid
  } catch {
    return false
  }
}

/** Waits for a moment of a run that is recognized by its output or its files. */
async function reached(running: Running, moment: (running: Running) => boolean): Promise<void> {
  let over = false
  void running.ended.then(() => {
    over = true
  })
  await waitFor(() => over || moment(running))
  expect(over, running.said()).toBe(false)
}

async function killedAt(running: Running, moment: (running: Running) => boolean): Promise<void> {
  await reached(running, moment)
  running.kill('SIGKILL')
  await running.ended
}

const serve = async (dataDir: string) => {
  const port = await freePort()
  const running = run('start.ts', ['production'], {
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://localhost:8080',
    MASTER_KEY_FILE: key,
    DATABASE_EMBEDDED: 'on',
    CAPTCHA: 'off',
  })
  return { ...running, url: `http://127.0.0.1:${port}` }
}

const served = async (dataDir: string) => {
  const server = await serve(dataDir)
  let over = false
  void server.ended.then(() => {
    over = true
  })
  await waitFor(() => over || server.said().includes('ready at'))
  if (over) throw new Error(`did not start: ${server.said()}`)
  return server
}

async function send<T>(url: string, method: string, body?: unknown, token?: string): Promise<T> {
  const form = body instanceof FormData
  const answer = await fetch(url, {
    method,
    headers: {
      ...(form ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  })
  return (await answer.json()) as T
}

const adminUrl = (dataDir: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { adminUrl: string }).adminUrl

/** Columns that change by signing in or by running are left out of comparisons. */
function lasting(all: Record<string, string>): Record<string, string> {
  const passing = [
    'session',
    'known_device',
    'login_log',
    'oper_log',
    'throttle',
    'account',
    'repeat_guard',
    'job_worker',
    'recurring_job',
    'server_process',
    'server_sample',
    'scheduled_task',
    'clock_look',
    'task_run',
  ]
  return Object.fromEntries(Object.entries(all).filter(([table]) => !passing.includes(table)))
}

test('backup under load, restore into an empty folder, start: everything is there, however often each was killed', async () => {
  const password = 'A-longer-secret-9'
  await layDatabase(first)
  const server = await served(first)
  const api = `${server.url}/api`
  const initial = /one-time password (\S+)/.exec(server.said())?.[1]
  const signedIn = await send<{ data: { token: string } }>(`${api}/login`, 'POST', {
    username: 'admin',
    password: initial,
  })
  const { token } = signedIn.data
  await send(`${api}/system/user/profile/updatePwd`, 'PUT', { oldPassword: initial, newPassword: password }, token)
  const fresh = (await send<{ data: { token: string } }>(`${api}/login`, 'POST', { username: 'admin', password })).data
    .token
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)]), 'stack.png')
  const upload = await send<{ code: number }>(`${api}/common/upload`, 'POST', form, fresh)
  expect(upload.code).toBe(200)

  let going = true
  let acknowledged = 0
  const refused: unknown[] = []
  const writer = (async () => {
    for (let n = 0; going; n++) {
      const answer = await send<{ code: number }>(
        `${api}/catalog/category`,
        'POST',
        { name: `W${n}`, orderNum: n % 1000 },
        fresh,
      )
      if (answer.code === 200) acknowledged++
      else refused.push(answer)
    }
  })()
  await waitFor(() => acknowledged > 5)

  const backup = join(folder, 'backup')
  const writing = (run: Running) => claimed(join(`${backup}.part`, 'unfinished.json'), run)
  const copied = (table: string) => existsSync(join(`${backup}.part`, 'tables', `${table}.copy.gz`))
  const moments = [
    writing,
    (run: Running) => writing(run) && copied('account'),
    (run: Running) => writing(run) && copied('stage_template'),
  ]
  for (const moment of moments) {
    await killedAt(command(['backup', 'backup'], first), moment)
    expect(existsSync(backup)).toBe(false)
  }
  const stopped = command(['backup', 'backup'], first)
  await reached(stopped, moments[1]!)
  stopped.kill('SIGINT')
  expect(await finished(stopped)).toMatchObject({ code: 130, said: expect.stringContaining('nothing was left') })
  expect(readdirSync(folder).filter(name => name.startsWith('backup'))).toEqual([])

  const before = acknowledged
  const result = await finished(command(['backup', 'backup'], first))
  expect(result).toMatchObject({
    code: 0,
    said: expect.stringContaining(`The master key (${key}) is not in this backup`),
  })
  going = false
  await writer
  expect(refused).toEqual([])
  expect(acknowledged).toBeGreaterThan(before)
  const keyText = readFileSync(key, 'utf8')
  for (const name of readdirSync(backup, { recursive: true, withFileTypes: true }))
    if (name.isFile()) expect(readFileSync(join(name.parentPath, name.name)).includes(keyText)).toBe(false)
  expect(await finished(command(['backup', 'backup'], first))).toMatchObject({
    code: 1,
    said: expect.stringContaining('exists already'),
  })

  const original = await contents(adminUrl(first))
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  // The server is stopped: the command starts the database for its run, and stops it.
  expect(await finished(command(['backup', 'cold'], first))).toMatchObject({ code: 0 })
  expect(existsSync(join(databaseFolder(join(first, 'postgres')), 'postmaster.pid'))).toBe(false)

  const other = join(folder, 'other.key')
  writeFileSync(other, randomBytes(32).toString('base64'))
  expect(await finished(command(['restore', 'cold'], second, other))).toMatchObject({
    code: 1,
    said: expect.stringContaining('another master key'),
  })
  expect(await finished(command(['restore', 'cold'], first))).toMatchObject({
    code: 1,
    said: expect.stringContaining('holds a database'),
  })
  expect(existsSync(second)).toBe(false)

  const restoring = (run: Running) => claimed(join(second, 'restoring.json'), run)
  const restoreMoments = [
    restoring,
    (run: Running) => restoring(run) && existsSync(join(databaseFolder(join(second, 'postgres')), 'PG_VERSION')),
    (run: Running) => run.said().includes('schema made'),
    (run: Running) => run.said().includes('rows loaded'),
  ]
  for (const moment of restoreMoments) {
    await killedAt(command(['restore', 'cold'], second), moment)
    expect(() => assertNotRestoring(second)).toThrow(/was not finished; run it again/)
  }
  const refusal = await finished(await serve(second))
  expect(refusal).toMatchObject({ code: 1, said: expect.stringContaining('was not finished; run it again') })
  expect(refusal.said).not.toContain('    at ')
  const restored = await finished(command(['restore', 'cold'], second))
  expect(restored.said).toMatch(/Restored in .*: \d+ rows, \d+ files, ledger \d+ entries/)
  expect(restored.code).toBe(0)
  expect(existsSync(join(second, 'restoring.json'))).toBe(false)

  const again = await served(second)
  expect(again.said()).not.toContain('one-time password')
  const session = await send<{ data: { token: string } }>(`${again.url}/api/login`, 'POST', {
    username: 'admin',
    password,
  })
  const list = await send<{ total: number }>(
    `${again.url}/api/catalog/category/list?limit=10`,
    'GET',
    undefined,
    session.data.token,
  )
  expect(list.total).toBe(acknowledged)
  const hash = createHash('sha256').update(png).digest('hex')
  const [stored] = await withClient(adminUrl(second), async client => {
    return (await client.query<{ n: number }>('select count(*)::int as n from file_object where sha256 = $1', [hash]))
      .rows
  })
  expect(stored!.n).toBe(1)
  expect(existsSync(join(second, 'files', hash.slice(0, 2), hash.slice(2, 4), hash))).toBe(true)

  // Row by row the same as the installation that was backed up.
  expect(lasting(await contents(adminUrl(second)))).toEqual(lasting(original))

  // The check proves it by starting it on a scratch server, next to the running server.
  const good = await finished(command(['check', 'cold'], second))
  expect(good.said).toMatch(
    /server starts and is ready +1 +ok[\s\S]*leaves of the ledger[\s\S]*files fetched +1 +ok\ngood\n/,
  )
  expect(good.code).toBe(0)
  // A head without a valid signature: rows and files are complete, their content is false. Detected without the key,
  // too.
  await withClient(adminUrl(second), client =>
    client.query(`insert into ledger_checkpoint (size, root, note) values (7000, sha256('forged'), 'forged')`),
  )
  expect(await finished(command(['backup', 'forged'], second))).toMatchObject({ code: 0 })
  const bad = await finished(command(['check', 'forged'], second, join(folder, 'none')))
  expect(bad.said).toMatch(
    /rows counted +\d+ +ok[\s\S]*need the master key[\s\S]*NOT good:[\s\S]*ledger: headWrong 7000/,
  )
  expect(bad.code).toBe(1)
  again.kill('SIGTERM')
  await again.ended
  expect(readdirSync(folder).filter(name => name.startsWith('timbermark-check'))).toEqual([])
})

test('with wrong arguments it prints its usage', async () => {
  for (const args of [['backup'], ['restore', 'a', 'b'], ['check', 'a', '--wrong'], ['nothing']]) {
    const { code, said } = await finished(command(args, first))
    expect(said).toContain('npm run')
    expect(code).toBe(2)
  }
})
