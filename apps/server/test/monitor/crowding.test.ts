import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { startHeartbeat } from '../../src/areas/monitor/state/heartbeat.ts'
import { Alarms } from '../../src/platform/alarms/alarms.ts'
import { Database } from '../../src/platform/database/database.ts'
import { makeWorld, type World } from '../harness.ts'
import { until } from '../until.ts'

/** A database that runs out of connections. */
let world: World
let serverUrl: string
let workerUrl: string
let name: string

beforeAll(async () => {
  world = await makeWorld()
  const { pathname } = new URL(world.databaseUrl)
  name = pathname.slice(1)
  const at = (url: string) => Object.assign(new URL(url), { pathname }).toString()
  serverUrl = at(inject('cluster').serverUrl)
  workerUrl = at(inject('cluster').workerUrl)
})

const connected = async () => {
  const { rows } = await world.admin.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database()`,
  )
  return rows[0]!.n
}
const limitTo = (most: number) => world.admin.query(`alter database ${name} connection limit ${most}`)
const raised = async () => (await world.services.alarms.all()).find(({ key }) => key === 'databaseConnections')

test('nine of ten connections raise an alarm, which ends by itself when there is room again', async () => {
  const heartbeat = startHeartbeat(world.services, 50)
  try {
    await limitTo(100)
    await until(async () => (await connected()) > 2)
    expect(await raised()).toBeUndefined()
    // Nobody else comes or goes meanwhile but this test's own connections.
    const idle = await connected()
    const most = idle + 8
    await limitTo(most)
    const clients: pg.Client[] = []
    while ((await connected()) < 0.9 * most) {
      const client = new pg.Client({ connectionString: serverUrl })
      await client.connect()
      clients.push(client)
    }
    const alarm = await until(raised)
    expect(alarm).toMatchObject({ grade: 'degraded', detail: { most } })
    expect(Number(alarm.detail.used)).toBeGreaterThanOrEqual(0.9 * most)
    for (const client of clients) await client.end()
    await limitTo(100)
    await until(async () => !(await raised()))
  } finally {
    await limitTo(-1)
    await heartbeat.stop()
  }
})

test('a connection that is refused for want of room raises it at once, without a heartbeat', async () => {
  const alarms = new Alarms()
  const database = new Database({ serverUrl, workerUrl, poolSize: 1 })
  try {
    database.watch(alarms)
    await limitTo(1)
    await expect(database.withTenant(1, async () => {})).rejects.toThrow()
    expect(alarms.isRaised('databaseConnections')).toBe(true)
  } finally {
    await limitTo(-1)
    await database.close()
  }
})
