import { beforeAll, describe, expect, test, vi } from 'vitest'
import { codeOf, stepAt } from '../../src/areas/system/second-factor/totp.ts'
import { removeExpiredSignInRows } from '../../src/areas/system/identity/retention.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeRole, makeUser, password, platformAdmin, refused, sessionOf } from './people.ts'

let world: World
let admin: Caller
let root: Caller
let tenant: { id: number; deptId: number }

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('FACTOR')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  root = await platformAdmin(world)
})

const base = '/system/user/profile/secondFactor'

/** Bytes of a secret as an authenticator reads them. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map(byte => Number.parseInt(byte, 2)),
  )
}

/** A currently valid code; each call advances the clock by one step, because a code is valid once. */
function nextCode(secret: string): string {
  vi.useFakeTimers({ now: Date.now() + 30_000, toFake: ['Date'] })
  return codeOf(bytesOf(secret), stepAt(Date.now()))
}

interface Holder {
  id: number
  userName: string
  caller: Caller
  secret: string
  recoveryCodes: string[]
}

async function setUp(caller: Caller): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await caller.post<{ secret: string; uri: string; picture: string }>(base, { password })
  expect(begun.code, begun.msg).toBe(200)
  const confirmed = await caller.put<{ recoveryCodes: string[] }>(base, { code: nextCode(begun.data.secret) })
  expect(confirmed.code, confirmed.msg).toBe(200)
  return { secret: begun.data.secret, recoveryCodes: confirmed.data.recoveryCodes }
}

async function makeHolder(more: Record<string, unknown> = {}): Promise<Holder> {
  const user = await makeUser(admin, tenant.deptId, more)
  const caller = await sessionOf(world, tenant.id, user.id)
  return { ...user, caller, ...(await setUp(caller)) }
}

const signIn = (username: string, word = password) =>
  world.anonymous.post<{ token?: string; ticket?: string; url?: string }>('/login', { username, password: word })
const second = (ticket: string | undefined, code: string) =>
  world.anonymous.post<{ token: string; url: string }>('/login/secondFactor', { ticket, code })

describe('a second factor', () => {
  test('is set up with the password and the first valid code, and its secret is shown once', async () => {
    const user = await makeUser(admin, tenant.deptId)
    const caller = await sessionOf(world, tenant.id, user.id)
    const there = await sessionOf(world, tenant.id, user.id)
    expect((await caller.get(base)).data).toEqual({ enabled: false, since: null, recoveryLeft: 0, demanded: false })
    expect(refused(await caller.post(base, { password: 'wrong-word' }))).toBe('auth.oldPasswordWrong')
    const begun = await caller.post<{ secret: string; uri: string; picture: string }>(base, { password })
    expect(begun.data.uri).toContain(`secret=${begun.data.secret}`)
    expect(begun.data.picture).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(refused(await caller.put(base, { code: '000000' }))).toBe('auth.secondFactorWrong')
    // An unconfirmed enrollment does not count: the password alone still signs in.
    expect((await signIn(user.userName)).data.token).toBeDefined()
    const confirmed = await caller.put<{ recoveryCodes: string[] }>(base, { code: nextCode(begun.data.secret) })
    expect(new Set(confirmed.data.recoveryCodes).size).toBe(10)
    expect(refused(await there.get('/getInfo')), 'opened by the password alone').toBe('unauthenticated')
    expect(refused(await caller.post(base, { password }))).toBe('auth.secondFactorSet')
    expect((await caller.get(base)).data).toMatchObject({ enabled: true, recoveryLeft: 10 })
    // Neither the secret nor the codes are stored in plain text in the database or its logs.
    await world.services.audit.whenSettled()
    const { rows } = await world.admin.query<{ text: string }>(`
      select string_agg(t::text, '|') as text from (
        select f::text as t from second_factor f union all select r::text from recovery_code r union all select o::text from oper_log o) t`)
    const storedText = rows[0]!.text
    expect(storedText).toContain('secondFactor')
    expect(storedText).not.toContain(bytesOf(begun.data.secret).toString('hex'))
    for (const word of [
      begun.data.secret,
      password,
      ...confirmed.data.recoveryCodes,
      ...confirmed.data.recoveryCodes.map(code => code.replace('-', '')),
    ])
      expect(storedText).not.toContain(word)
  })

  test('the right password then opens no session, but gives a ticket for five minutes', async () => {
    const holder = await makeHolder()
    const half = await signIn(holder.userName)
    expect(Object.keys(half.data)).toEqual(['ticket'])
    const { ticket } = half.data
    for (const path of ['/getInfo', '/system/user/profile', base])
      expect(refused(await world.caller(ticket!).get(path)), path).toBe('unauthenticated')
    expect(refused(await second(ticket, '000000'))).toBe('auth.secondFactorWrong')
    const code = nextCode(holder.secret)
    const opened = await second(ticket, code)
    expect(opened.data).toMatchObject({ token: expect.any(String), url: '/index' })
    expect((await world.caller(opened.data.token).get('/getInfo')).code).toBe(200)
    expect(refused(await second(ticket, nextCode(holder.secret))), 'a ticket opens one').toBe(
      'auth.secondFactorExpired',
    )
    expect(refused(await second((await signIn(holder.userName)).data.ticket, code)), 'a code is good once').toBe(
      'auth.secondFactorWrong',
    )
    const late = (await signIn(holder.userName)).data.ticket
    await world.admin.query(`update half_session set created_at = created_at - interval '6 minutes'`)
    expect(refused(await second(late, nextCode(holder.secret)))).toBe('auth.secondFactorExpired')
    await removeExpiredSignInRows(world.services.database)
    expect((await world.admin.query('select 1 from half_session')).rowCount).toBe(0)
    const log = (await admin.get(`/monitor/logininfor/list?userName=${holder.userName}`)).rows.map(row => row.msg)
    expect(log).toEqual(expect.arrayContaining(['The code is wrong', 'Signed in']))
  })

  test('the same code and the same ticket at the same moment open one session', async () => {
    const holder = await makeHolder()
    const { ticket } = (await signIn(holder.userName)).data
    const code = nextCode(holder.secret)
    const answers = await Promise.all(Array.from({ length: 4 }, () => second(ticket, code)))
    expect(answers.filter(answer => answer.code === 200)).toHaveLength(1)
  })

  test('a recovery code opens it once, however it is typed, and new ones end the old', async () => {
    const holder = await makeHolder()
    const [first, other] = holder.recoveryCodes as [string, string]
    const typed = ` ${first.toUpperCase().replace('-', ' ')} `
    expect((await second((await signIn(holder.userName)).data.ticket, typed)).code).toBe(200)
    expect(refused(await second((await signIn(holder.userName)).data.ticket, first))).toBe('auth.secondFactorWrong')
    expect((await holder.caller.get(base)).data).toMatchObject({ recoveryLeft: 9 })
    const renewed = await holder.caller.post<{ recoveryCodes: string[] }>(`${base}/recoveryCodes`, { password })
    expect(renewed.data.recoveryCodes).toHaveLength(10)
    expect(refused(await second((await signIn(holder.userName)).data.ticket, other))).toBe('auth.secondFactorWrong')
  })

  test('guessing its codes leads to a wait, and nobody without the password can start guessing', async () => {
    const holder = await makeHolder()
    const { ticket } = (await signIn(holder.userName)).data
    const keys: string[] = []
    for (let n = 0; n < 8; n++) keys.push(refused(await second(ticket, `00000${n}`)))
    expect(keys.at(-1)).toBe('auth.wait')
    expect(refused(await signIn(holder.userName, 'wrong'))).toBe('auth.badCredentials')
  })

  test('is removed with password and code', async () => {
    const holder = await makeHolder()
    const remove = (code: string, word = password) => holder.caller.post(`${base}/remove`, { password: word, code })
    expect(refused(await remove(nextCode(holder.secret), 'wrong'))).toBe('auth.oldPasswordWrong')
    expect(refused(await remove('123456'))).toBe('auth.secondFactorWrong')
    expect(refused(await remove(nextCode(holder.secret)))).toBe('accepted')
    expect((await signIn(holder.userName)).data.token).toBeDefined()
  })

  test('an administrator removes a lost one: sessions end, its owner gets a message, and it is logged', async () => {
    const holder = await makeHolder()
    const stranger = await world.signIn(await world.makeTenant('FACTOR-2'), ['enterpriseAdmin'])
    expect(refused(await stranger.put('/system/user/resetSecondFactor', { userId: holder.id }))).toBe('notFound')
    expect(refused(await admin.put('/system/user/resetSecondFactor', { userId: admin.accountId }))).toBe(
      'system.user.self',
    )
    expect((await admin.put('/system/user/resetSecondFactor', { userId: holder.id })).code).toBe(200)
    expect(refused(await admin.put('/system/user/resetSecondFactor', { userId: holder.id }))).toBe(
      'auth.secondFactorNone',
    )
    expect(refused(await holder.caller.get('/getInfo'))).toBe('unauthenticated')
    const { token } = (await signIn(holder.userName)).data
    expect(await world.caller(token!, 'en').get('/system/notice/listTop')).toMatchObject({
      messages: [{ title: 'Your second factor was removed' }],
    })
    await world.services.audit.whenSettled()
    const log = (await admin.get('/monitor/operlog/list?limit=100')).rows.map(row => row.operUrl)
    expect(log).toContain('/api/system/user/resetSecondFactor')
  })

  test('an operator’s reset of an administrator can remove it too, and the log says so', async () => {
    const other = await world.makeTenant('FACTOR-3')
    const boss = await world.signIn(other, ['enterpriseAdmin'])
    const begun = await boss.post<{ secret: string }>(base, { password: 'Demo-password-1' })
    expect((await boss.put(base, { code: nextCode(begun.data.secret) })).code).toBe(200)
    const first = await root.put<{ administrator: string; password: string }>('/tenant/enterprise/resetPwd', {
      id: other.id,
    })
    expect((await signIn(first.data.administrator, first.data.password)).data.ticket).toBeDefined()
    const reset = await root.put<{ administrator: string; password: string }>('/tenant/enterprise/resetPwd', {
      id: other.id,
      secondFactor: true,
    })
    expect((await signIn(reset.data.administrator, reset.data.password)).data.token).toBeDefined()
  })
})

describe('a role that requires a second factor', () => {
  test('lets its holders do nothing before it is set up, from the next request on, and then not remove it', async () => {
    const roleId = await makeRole(world, admin, ['catalog:product:list'])
    const user = await makeUser(admin, tenant.deptId, { roleIds: [roleId] })
    const caller = await sessionOf(world, tenant.id, user.id)
    expect((await caller.get('/catalog/product/list')).code).toBe(200)
    expect((await admin.put('/system/role/secondFactor', { roleId, demanded: true })).code).toBe(200)
    expect((await admin.get(`/system/role/${roleId}`)).data).toMatchObject({ secondFactor: true })
    for (const path of ['/catalog/product/list', '/system/user/profile', '/getRouters', '/system/notice/listTop'])
      expect(refused(await caller.get(path)), path).toBe('auth.secondFactorDemanded')
    expect((await caller.get('/getInfo')).data).toMatchObject({ mustSetUpFactor: true })
    const factor = await setUp(caller)
    expect((await caller.get('/getInfo')).data).toMatchObject({ mustSetUpFactor: false })
    expect((await caller.get('/catalog/product/list')).code).toBe(200)
    expect(refused(await caller.post(`${base}/remove`, { password, code: nextCode(factor.secret) }))).toBe(
      'auth.secondFactorDemanded',
    )
    expect((await admin.put('/system/role/secondFactor', { roleId, demanded: false })).code).toBe(200)
    expect(refused(await caller.post(`${base}/remove`, { password, code: nextCode(factor.secret) }))).toBe('accepted')
  })

  test('may be a bootstrap role, but not one that the actor could not grant', async () => {
    const clerk = (await admin.get('/system/role/list?roleKey=enterpriseClerk')).rows[0]!.id
    expect((await admin.put('/system/role/secondFactor', { roleId: clerk, demanded: true })).code).toBe(200)
    const narrow = await makeRole(world, admin, ['system:role:edit', 'system:role:list'])
    const user = await makeUser(admin, tenant.deptId, { roleIds: [narrow] })
    const caller = await sessionOf(world, tenant.id, user.id)
    expect(refused(await caller.put('/system/role/secondFactor', { roleId: clerk, demanded: false }))).toBe(
      'system.role.notGrantable',
    )
    expect(refused(await root.put('/system/role/secondFactor', { roleId: clerk, demanded: false }))).toBe('notFound')
  })
})

describe('the own sessions', () => {
  test('are listed with the current one marked, and only their owner can end them', async () => {
    const user = await makeUser(admin, tenant.deptId)
    const here = await sessionOf(world, tenant.id, user.id)
    const there = await sessionOf(world, tenant.id, user.id)
    const path = '/system/user/profile/sessions'
    const list = (await here.get<{ id: number; current: boolean }[]>(path)).data
    expect(list.map(one => one.current).sort()).toEqual([false, true])
    const other = list.find(one => !one.current)!
    expect(refused(await admin.delete(`${path}/${other.id}`))).toBe('notFound')
    expect((await here.delete(`${path}/${other.id}`)).data).toEqual({ removed: 1 })
    expect(refused(await there.get('/getInfo'))).toBe('unauthenticated')
    expect(refused(await here.delete(`${path}/${other.id}`))).toBe('notFound')
    expect((await here.get<unknown[]>(path)).data).toHaveLength(1)
  })

  test('end twelve hours after they began, however much they are used, or when the parameter says', async () => {
    const user = await makeUser(admin, tenant.deptId)
    const caller = await sessionOf(world, tenant.id, user.id)
    const began = (hours: number) =>
      world.admin.query(`update session set created_at = now() - make_interval(mins => $2) where account_id = $1`, [
        user.id,
        hours * 60,
      ])
    await began(11.9)
    expect((await caller.get('/getInfo')).code).toBe(200)
    await began(12.1)
    expect(refused(await caller.get('/getInfo'))).toBe('unauthenticated')
    const list = (await admin.get('/monitor/online/list?limit=100')).rows
    expect(list.map(row => row.userId)).not.toContain(user.id)
    const row = (await root.get('/system/config/list?configKey=sys.session.hours')).rows[0]!
    const set = (configValue: string) => root.put('/system/config', { configId: row.id, configValue })
    for (const wrong of ['0', '169', 'x', '1.5', '-3'])
      expect(refused(await set(wrong)), wrong).toMatch(/^configValue: (tooSmall|tooLarge|notNumber|notInteger)$/)
    expect((await set('24')).code).toBe(200)
    expect((await caller.get('/getInfo')).code).toBe(200)
    await set('12')
  })

  test('an open session changes neither e-mail nor phone without the password, by any call', async () => {
    const user = await makeUser(admin, tenant.deptId)
    const caller = await sessionOf(world, tenant.id, user.id)
    const { email } = (await caller.get<{ email: string }>('/system/user/profile')).data
    expect((await caller.put('/system/user/profile', { nickName: 'New', email: email.toUpperCase() })).code).toBe(200)
    for (const body of [{ email: 'thief@example.org' }, { phonenumber: '+24106999999' }]) {
      expect(refused(await caller.put('/system/user/profile', body))).toBe('password: required')
      expect(refused(await caller.put('/system/user/profile', { ...body, password: 'wrong' }))).toBe(
        'auth.oldPasswordWrong',
      )
      expect((await caller.put('/system/user/profile', { ...body, password })).code).toBe(200)
    }
    expect(refused(await admin.put('/system/user', { id: admin.accountId, email: 'thief@example.org' }))).toBe(
      'system.user.selfContact',
    )
  })
})
