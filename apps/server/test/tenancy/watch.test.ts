import { expect, test } from 'vitest'
import { countRows } from '../../src/entity/find-page.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { makeWorld } from '../harness.ts'

test('a statement of the server that does not name its tenant fails the file, and says which statement of which file', async () => {
  const world = await makeWorld()
  const { id } = await world.makeTenant('WATCHED')
  const count = (where = sql`t.tenant_id = ${id}`) =>
    world.services.database.withTenant(id, db => countRows(db, sql`batch t`, where))
  expect(await count()).toEqual({ total: 0, estimated: false })
  expect(await count(sql`true`)).toEqual({ total: 0, estimated: false })
  await expect(world.close()).rejects.toThrow(
    'entity/find-page.ts: batch\n    select count(*)::int as n from (select 1 from batch t where true limit $1) counted',
  )
})

test('a file whose statements all name it passes', async () => {
  const world = await makeWorld()
  const { id } = await world.makeTenant('NAMED')
  await world.services.database.withTenant(id, db => countRows(db, sql`batch t`, sql`t.tenant_id = ${id}`))
  await expect(world.close()).resolves.toBeUndefined()
})
