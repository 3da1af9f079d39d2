import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../src/platform/free-port.ts'
import { call, endAll, removeDataDir, type ServerProcess, startServer } from '../process/server-process.ts'
import { until } from '../until.ts'

/** The process as an operator runs it: first start, work, a stop in the middle of writes, a second start. */
const folder = mkdtempSync(join(tmpdir(), 'timbermark-process-'))
const dataDir = join(folder, 'data')
writeFileSync(join(folder, 'master.key'), randomBytes(32).toString('base64'), { mode: 0o600 })

afterAll(async () => {
  await endAll()
  removeDataDir(dataDir)
  rmSync(folder, { recursive: true, force: true })
})

async function start(port: number): Promise<ServerProcess> {
  const environment = { MASTER_KEY_FILE: join(folder, 'master.key') }
  const server = startServer({ mode: 'production', dataDir, port, environment })
  await server.hear(/ready at/)
  return server
}

const end = (server: ServerProcess) => {
  server.kill('SIGTERM')
  return server.ended
}

test('first start prints a one-time password; a stop in the middle of writes loses nothing that was answered', async () => {
  const port = await freePort()
  const first = await start(port)
  const password = /one-time password (\S+)/.exec(first.said())?.[1]
  expect(password).toBeDefined()
  const { token } = (await call<{ token: string }>(first, 'POST', '/login', { username: 'admin', password })).data
  expect(await call<{ token: string }>(first, 'GET', '/catalog/category/list', undefined, token)).toMatchObject({
    code: 403,
    error: 'auth.initialPassword',
  })
  expect(
    await call<{ token: string }>(
      first,
      'PUT',
      '/system/user/profile/updatePwd',
      { oldPassword: password, newPassword: 'A-longer-secret-9' },
      token,
    ),
  ).toMatchObject({ code: 200 })

  let acknowledged = 0
  let failed = 0
  let going = true
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let n = 0; going; n++) {
      try {
        const answer = await call<{ token: string }>(
          first,
          'POST',
          '/catalog/category',
          { name: `W${writer}-${n}`, orderNum: n % 1000 },
          token,
        )
        if (answer.code === 200) acknowledged++
      } catch {
        failed++
        going = false
      }
    }
  })
  await until(() => acknowledged >= 40, 'forty rows')
  expect(await end(first)).toBe(0)
  going = false
  await Promise.all(writers)
  expect(acknowledged).toBeGreaterThanOrEqual(40)

  const second = await start(port)
  expect(second.said()).not.toContain('one-time password')
  const again = await call<{ token: string }>(second, 'POST', '/login', {
    username: 'admin',
    password: 'A-longer-secret-9',
  })
  const list = await call<{ token: string }>(
    second,
    'GET',
    '/catalog/category/list?limit=10',
    undefined,
    again.data.token,
  )
  // A write whose answer was cut off by the stop may be there too, one per writer at most.
  expect(list.total).toBeGreaterThanOrEqual(acknowledged)
  expect(list.total).toBeLessThanOrEqual(acknowledged + failed)

  const alarms = async (headers: Record<string, string> = {}) => {
    await fetch(`${second.url}/healthz`, { headers })
    const { alarms } = (await (await fetch(`${second.url}/readyz`)).json()) as { alarms: { key: string }[] }
    return alarms.map(({ key }) => key)
  }
  expect(await alarms()).not.toContain('proxyUndeclared')
  expect(await alarms({ 'x-forwarded-for': '203.0.113.7' })).toContain('proxyUndeclared')
  expect(await end(second)).toBe(0)
})

test('a second server on the same port says so and ends', async () => {
  const port = await freePort()
  const blocker = createServer().listen(port, '127.0.0.1')
  await expect(start(port)).rejects.toThrow(/PORT: \d+ .* already in use/)
  await new Promise(done => blocker.close(done))
})
