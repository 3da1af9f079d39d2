import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '../../src/platform/free-port.ts'
import { readAccounts } from '../../src/seed/demo-accounts.ts'
import { call, endAll, removeDataDir, type ServerProcess, startServer } from '../process/server-process.ts'
import { withClient } from './backup-place.ts'

vi.setConfig({ testTimeout: 900_000 })

/** The shipped database, brought to a moment between two writes by its base copy and the archive of its log. */
const folder = mkdtempSync(join(tmpdir(), 'timbermark-moment-'))
// The user of the database reaches the archive when root runs the tests.
chmodSync(folder, 0o711)
const first = join(folder, 'first')
const second = join(folder, 'second')
const archive = join(folder, 'archive')
const memory = join(folder, 'memory')
const base = join(folder, 'base')
const port = await freePort()

afterAll(async () => {
  await endAll()
  for (const dataDir of [first, second]) removeDataDir(dataDir)
  rmSync(folder, { recursive: true, force: true })
})

function run(args: string[], dataDir: string, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/backup/moment-run.ts'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, MEMORY_DIR: memory, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk))
  return new Promise<{ code: number | null; text: string }>(resolve =>
    child.once('close', code => resolve({ code, text })),
  )
}

async function serve(dataDir: string, environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = startServer({ dataDir, port, environment: { MEMORY_DIR: memory, ...environment } })
  await server.hear(/is ready at/)
  return server
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}

async function enter(server: ServerProcess): Promise<string> {
  const { username, password } = readAccounts(first)!.find(one => one.username === 'zj-admin')!
  const { data } = await call<{ token: string }>(server, 'POST', '/login', { username, password })
  return data.token
}

const adminUrl = (dataDir: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { adminUrl: string }).adminUrl

const alarmsOf = async (server: ServerProcess) =>
  ((await (await fetch(`${server.url}/readyz`)).json()) as { alarms: { key: string }[] }).alarms.map(({ key }) => key)

const moment = () => new Promise<Date>(resolve => setTimeout(() => resolve(new Date()), 1500))

test('what was written before the moment is there, what came after is not, and the guard finds the lost heads', async () => {
  // Without an archive there is nothing that a base copy could be brought forward with.
  const plain = await serve(first)
  expect(await run(['base', base], first)).toMatchObject({ code: 1, text: expect.stringContaining('WAL_ARCHIVE_DIR') })
  await stop(plain)

  const server = await serve(first, { WAL_ARCHIVE_DIR: archive })
  const copied = await run(['base', base], first)
  expect(copied.code, copied.text).toBe(0)
  const token = await enter(server)
  // A product whose name is sealed: its pages are proven by the ledger.
  const productId = await withClient(adminUrl(first), async client => {
    const { rows } = await client.query<{ id: number }>(`
      select b.product_id::int as id from stage_record r
      join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
      join account a on a.tenant_id = r.tenant_id where a.user_name = 'zj-admin'
      order by r.id limit 1`)
    return rows[0]!.id
  })
  const rename = async (name: string) => {
    const change = { id: productId, name, changeReason: 'A better name' }
    const answer = await call(server, 'PUT', '/catalog/product', change, token)
    expect(answer.code, JSON.stringify(answer)).toBe(200)
  }
  const size = () =>
    withClient(adminUrl(first), async client => {
      const { rows } = await client.query<{ size: number }>('select max(size)::int as size from ledger_checkpoint')
      return rows[0]!.size
    })
  await rename('Written before')
  const between = await moment()
  await moment()
  const sizeBetween = await size()
  await rename('Written after')
  await expect.poll(size).toBeGreaterThan(sizeBetween)
  // As the time limit of the archive does every minute.
  await withClient(adminUrl(first), client => client.query('select pg_switch_wal()'))
  await stop(server)
  expect(readdirSync(archive).filter(name => name.endsWith('.part'))).toEqual([])

  const early = new Date(Date.now() - 3_600_000).toISOString()
  const refusing = (to: string) => run(['moment', base, '--archive', archive, '--to', to], second)
  expect((await refusing(early)).text).toContain('an earlier moment needs an earlier base copy')
  expect((await refusing('2026-11-26T14:03:00')).code).toBe(2)
  const late = await refusing(new Date().toISOString())
  expect(late).toMatchObject({ code: 1, text: expect.stringContaining('The archive ends before this moment') })

  const restored = await refusing(between.toISOString())
  expect(restored.code, restored.text).toBe(0)
  const back = await serve(second, { MASTER_KEY_FILE: join(first, 'master.key') })
  const names = await withClient(adminUrl(second), async client =>
    (await client.query<{ name: string }>(`select name from product where name like 'Written %'`)).rows.map(
      ({ name }) => name,
    ),
  )
  expect(names).toEqual(['Written before'])
  // Signed heads of after the moment are in the rollback guard: nothing is signed until somebody decides.
  await expect.poll(() => alarmsOf(back)).toContain('ledgerBehind')
  await stop(back)
})
