import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../harness.ts'

/** The own profile of people who have no e-mail address and no phone number, as the first administrator of an enterprise. */
let world: World
const path = '/system/user/profile'

beforeAll(async () => {
  world = await makeWorld()
})

test('who has neither phone nor e-mail saves another nickname without entering them', async () => {
  const first = await world.signIn(await world.makeTenant('BEGUN'), ['enterpriseAdmin'])
  const before = (await first.get<Record<string, unknown>>(path)).data
  expect([before.email, before.phonenumber]).toEqual([null, null])
  for (const empty of [null, '', undefined]) {
    const nickName = `Ada (${String(empty)})`
    const saved = await first.put(path, { nickName, sex: '1', email: empty, phonenumber: empty })
    expect([saved.code, saved.data]).toEqual([200, null])
    expect((await first.get(path)).data).toMatchObject({ nickName, email: null, phonenumber: null })
  }
})

test('who has an e-mail address cannot empty it', async () => {
  const person = await world.signIn(await world.makeTenant('REACHED'), ['enterpriseAdmin'])
  await world.admin.query('update account set email = $1 where id = $2', ['ada@example.org', person.accountId])
  expect(await person.put(path, { nickName: 'Ada', email: '', phonenumber: '' })).toMatchObject({
    error: 'invalid',
    data: { issues: [{ field: 'email' }] },
  })
  expect((await person.get(path)).data).toMatchObject({ email: 'ada@example.org' })
})
