import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ExternalDatabase } from '../../faults/several.ts'
import { prepareDatabase } from '../../src/platform/database/migrate.ts'
import { freePort } from '../../src/platform/free-port.ts'
import { endAll, readiness, type ServerProcess, startServer } from './server-process.ts'

/** A server that starts while the network to an external database fails. */
const folder = mkdtempSync(join(tmpdir(), 'timbermark-breaks-'))
const keyFile = join(folder, 'master.key')
writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
const database = new ExternalDatabase(folder)
let environment: Record<string, string>

beforeAll(async () => {
  await database.start()
  const urls = await prepareDatabase(database.running.url, 'breaks')
  const through = (url: string) => Object.assign(new URL(url), { port: String(database.network.port) }).toString()
  environment = {
    DATABASE_EMBEDDED: 'off',
    DATABASE_URL: through(urls.serverUrl),
    DATABASE_WORKER_URL: through(urls.workerUrl),
    DATABASE_OWNER_URL: through(urls.ownerUrl),
    MASTER_KEY_FILE: keyFile,
  }
})

afterAll(async () => {
  await endAll()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function begin(): Promise<ServerProcess> {
  return startServer({ mode: 'production', dataDir: join(folder, 'data'), port: await freePort(), environment })
}

/** Resets all connections, again and again, until so many broke or the server ended. */
async function cut(server: ServerProcess, times: number): Promise<void> {
  let over = false
  void server.ended.then(() => (over = true))
  for (let broken = 0; broken < times && !over; ) {
    broken += database.network.reset()
    await new Promise(wake => setTimeout(wake, 15))
  }
}

test('goes on when its connections break, and is ready once they hold, at the first start and at the next', async () => {
  for (const times of [3, 9]) {
    const server = await begin()
    await cut(server, times)
    await server.hear(/is ready at/)
    expect(server.said()).toContain('The connection to the database broke while starting; trying again ...')
    // The last reset may have hit the database monitor, which checks again at its next heartbeat.
    await expect.poll(() => readiness(server)).toBe(200)
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
})

test('ends at once when it is stopped while it waits', async () => {
  const server = await begin()
  database.network.refuse(true)
  try {
    await server.hear(/trying again/)
    server.kill('SIGTERM')
    await server.ended
    expect(server.said()).not.toMatch(/\n\s+at /)
  } finally {
    database.network.refuse(false)
  }
})
