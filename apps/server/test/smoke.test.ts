import { expect, test } from 'vitest'
import { makeWorld } from './harness.ts'

test('a signed-in administrator sees the own rows only', async () => {
  const world = await makeWorld()
  const tenant = await world.makeTenant('ALPHA')
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const added = await admin.post('/catalog/category', { name: 'Logs', orderNum: 1 })
  expect(added).toMatchObject({ code: 200 })
  const list = await admin.get('/catalog/category/list')
  expect(list.total).toBe(1)
})
