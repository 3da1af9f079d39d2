import { expect, test } from 'vitest'
import { CodeDirectory } from '../../src/areas/code/directory/code-directory.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { makeGoods } from '../goods.ts'
import { makeWorld } from '../harness.ts'
import { until } from '../until.ts'

test('a reload of the directory during another one sees changes since that one started', async () => {
  const world = await makeWorld()
  const tenant = await world.makeTenant('DIRECTORY')
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const { database, secrets } = world.services
  /** Reads that have queried and are kept from finishing. */
  const held: (() => void)[] = []
  const slow = Object.assign(Object.create(database) as Database, {
    acrossTenants: async (...[purpose, work]: Parameters<Database['acrossTenants']>) => {
      await database.acrossTenants(purpose, work)
      await new Promise<void>(go => held.push(go))
    },
  })
  const directory = new CodeDirectory(slow, secrets)
  const before = directory.reload()
  await until(() => held.length === 1)
  const { requestId } = await makeGoods(world, admin)
  const { rows } = await world.admin.query<{ n: number }>(
    'select request_number as n from code_request where id = $1',
    [requestId],
  )
  const number = rows[0]!.n
  const known = [directory.reload(), directory.reload()].map(async reading => {
    await reading
    return directory.get(number)?.requestId
  })
  held.shift()!()
  await before
  expect(directory.get(number)).toBeUndefined()
  await until(() => held.length === 1)
  held.shift()!()
  expect(await Promise.all(known)).toEqual([requestId, requestId])
  // Both callers shared one read.
  expect(held).toEqual([])
})
