import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '../../src/platform/free-port.ts'
import { readAccounts } from '../../src/seed/demo-accounts.ts'
import { call, endAll, removeDataDir, startServer } from '../process/server-process.ts'
import { until } from '../until.ts'
import { contents, withClient } from './backup-place.ts'

vi.setConfig({ testTimeout: 900_000 })

/** The steps of "One enterprise" in docs/operations.md, on the shipped database, while its server runs. */
const folder = mkdtempSync(join(tmpdir(), 'timbermark-one-'))
// The user of the database reaches its folder when root runs the tests.
chmodSync(folder, 0o711)
const dataDir = join(folder, 'data')
const memory = join(folder, 'memory')
const temporary = join(folder, 'tmp')
mkdirSync(temporary, { mode: 0o711 })

afterAll(async () => {
  await endAll()
  removeDataDir(dataDir)
  rmSync(folder, { recursive: true, force: true })
})

function run(program: string, args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src', program), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, MEMORY_DIR: memory, INIT_CWD: folder, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const running = {
    text: '',
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    ended: new Promise<number | null>(done => child.once('close', done)),
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (running.text += chunk))
  return running
}

async function finish(program: string, args: string[]) {
  const running = run(program, args)
  return { code: await running.ended, text: running.text }
}

const restoreOne = (...args: string[]) => finish('backup/enterprise/run.ts', args)

test('an operator puts back what an enterprise has lost, while the server runs and people work', async () => {
  const server = startServer({ dataDir, port: await freePort(), environment: { MEMORY_DIR: memory } })
  await server.hear(/is ready at/)
  const { username, password } = readAccounts(dataDir)!.find(one => one.username === 'zj-admin')!
  const signIn = () => call<{ token: string }>(server, 'POST', '/login', { username, password })
  const { token } = (await signIn()).data
  const adminUrl = (JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { adminUrl: string }).adminUrl
  const { tenant, identification } = await withClient(adminUrl, async client => {
    const { rows } = await client.query<{ tenant: string; identification: string }>(
      `select a.tenant_id::text as tenant, e.identification from account a join enterprise e on e.id = a.tenant_id where user_name = $1`,
      [username],
    )
    return rows[0]!
  })
  const names = ['Lost one', 'Lost two', 'Lost three']
  for (const name of names) expect((await call(server, 'POST', '/channel/customer', { name }, token)).code).toBe(200)
  expect((await finish('backup/run.ts', ['backup', 'backup'])).code).toBe(0)

  const customers = async () =>
    withClient(adminUrl, async client => {
      const { rows } = await client.query<{ id: string; name: string }>(
        'select id::text, name from customer where tenant_id = $1 and name = any($2) order by id',
        [tenant, names],
      )
      return rows
    })
  const was = await customers()
  const lost = `/channel/customer/${was.map(({ id }) => id).join(',')}`
  expect((await call(server, 'DELETE', lost, undefined, token)).code).toBe(200)
  expect(await customers()).toEqual([])

  // Wrong calls.
  expect(await restoreOne('backup')).toMatchObject({ code: 2, text: expect.stringContaining('Usage:') })
  expect(await restoreOne('backup', '--enterprise', 'NOBODY')).toMatchObject({
    code: 1,
    text: expect.stringContaining('Nothing was written: There is no enterprise NOBODY'),
  })

  // The plan.
  const plan = await restoreOne('backup', '--enterprise', identification, '--plan', 'plan.csv')
  expect(plan.code, plan.text).toBe(0)
  expect(plan.text).toContain('this is a plan')
  const lines = readFileSync(join(folder, 'plan.csv'), 'utf8').split('\r\n')
  expect(lines[0]).toBe('table,key,state,result,detail')
  for (const { id } of was) expect(lines).toContain(`customer,${id},missing,putBack,`)
  expect(await customers()).toEqual([])

  // Killed, and stopped.
  const args = ['backup', '--enterprise', identification, '--tables', 'customer', '--commit']
  const killed = run('backup/enterprise/run.ts', args)
  await until(() => killed.text.includes('rows loaded'), 'the copy')
  killed.kill('SIGKILL')
  await killed.ended
  const copies = () => readdirSync(temporary).filter(name => name.startsWith('timbermark-enterprise-'))
  expect(copies()).toHaveLength(1)
  const stopped = run('backup/enterprise/run.ts', args)
  await until(() => stopped.text.includes('rows loaded'), 'the copy')
  stopped.kill('SIGTERM')
  expect(await stopped.ended).toBe(130)
  expect(stopped.text).toContain('Interrupted: nothing was written')
  expect(copies()).toEqual([])
  expect(await customers()).toEqual([])

  // Under load.
  let going = true
  const refused: unknown[] = []
  let written = 0
  const writer = (async () => {
    for (let n = 0; going; n++) {
      const answer = await call(server, 'POST', '/channel/customer', { name: `Meanwhile ${n}` }, token)
      if (answer.code === 200) written++
      else refused.push(answer)
    }
  })()
  const others = async () => {
    const all = await contents(adminUrl)
    return { keys: all.tenant_key, enterprises: all.request_number }
  }
  const before = await others()
  const restored = await restoreOne(...args)
  going = false
  await writer
  expect(restored.code, restored.text).toBe(0)
  expect(restored.text).toContain('Restored: 3 rows put back')
  expect(refused).toEqual([])
  expect(written).toBeGreaterThan(3)
  expect(await customers()).toEqual(was)
  expect(await others()).toEqual(before)
  const list = await call<unknown>(server, 'GET', '/channel/customer/list?name=Lost', undefined, token)
  expect(JSON.stringify(list)).toContain('Lost three')
  const newest = await call<unknown>(server, 'GET', '/system/notice/listTop', undefined, token)
  expect(JSON.stringify(newest)).toContain(`"unreadCount":`)
  expect(await restoreOne(...args)).toMatchObject({ code: 0, text: expect.stringContaining('nothing to restore') })

  // With the server stopped.
  expect((await call(server, 'DELETE', `/channel/customer/${was[0]!.id}`, undefined, token)).code).toBe(200)
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(await restoreOne(...args)).toMatchObject({
    code: 0,
    text: expect.stringContaining('Restored: 1 rows put back'),
  })
})
