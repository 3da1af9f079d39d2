import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { removeExpiredSignInRows } from '../../src/areas/system/identity/retention.ts'
import type { Caller } from '../harness.ts'
import { credentialsOf, platformAgent as inside, type PlatformFixture, startPlatformFixture } from './fixture.ts'

const password = 'Demo-password-1'
const profile = '/system/user/profile/identities'

let fixture: PlatformFixture
let operator: Caller
beforeAll(async () => {
  fixture = await startPlatformFixture()
  operator = await fixture.world.signIn({ id: 1, deptId: null }, ['platformOperator'])
})
afterAll(() => fixture.platform.stop())
beforeEach(async () => {
  fixture.platform.visitor = 'agrees'
  fixture.platform.fault = undefined
  fixture.platform.faultAt = ''
  await fixture.world.admin.query('delete from bound_identity; delete from identity_attempt')
  await set()
})

const set = async (more: object = {}) =>
  expect(
    (await operator.put('/wechat/account', { ...credentialsOf(fixture.platform), signIn: true, ...more })).code,
  ).toBe(200)

/** A browser with its cookie, and the token of who is signed in there. */
function browser({ token, agent = inside }: { token?: string; agent?: string } = {}) {
  let cookie = ''
  const headers = () => ({
    'user-agent': agent,
    ...(cookie && { cookie }),
    ...(token && { authorization: `Bearer ${token}` }),
  })
  const open = async (url: string) => {
    const response = await fixture.world.app.inject({ url, headers: headers() })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) cookie = line.split(';')[0]!
    return response.headers.location as string
  }
  return {
    open,
    take: (other: string) => {
      cookie = other
    },
    cookie: () => cookie,
    call: async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      (
        await fixture.world.app.inject({
          method,
          url: `/api${path}`,
          headers: headers(),
          ...(body && { payload: body }),
        })
      ).json(),
    /** Goes to the consent page and comes back. @returns where that leads, and the address that the platform sent it to */
    async bring(redirect = '') {
      const to = await open(`/wx/identify${redirect && `?redirect=${encodeURIComponent(redirect)}`}`)
      const answered = await fetch(to.split('#')[0]!, { redirect: 'manual' })
      const back = answered.headers.get('location')!.slice('http://trace.example'.length)
      return { back, led: await open(back) }
    },
  }
}

async function makeAccount(userType = 1) {
  const tenant = await fixture.world.makeTenant(`ID-${Math.random().toString(36).slice(2, 8).toUpperCase()}`)
  const person = await fixture.world.signIn(tenant, ['enterpriseAdmin'], { userType })
  return { ...person, tenantId: tenant.id, deptId: tenant.deptId }
}

it('binds the identity to the signed-in account by its password, signs it in, lists it, and undoes it', async () => {
  const account = await makeAccount()
  const desk = browser({ token: account.token! })
  expect((await desk.bring('/user/profile?tab=identities')).led).toBe(
    '/auth-redirect?redirect=%2Fuser%2Fprofile%3Ftab%3Didentities',
  )
  expect((await desk.call('GET', '/wechat/identity')).data).toEqual({
    available: true,
    inside: true,
    nickname: fixture.platform.person.nickname,
  })
  expect((await desk.call('POST', profile, { password: 'wrong' })).error).toBe('auth.oldPasswordWrong')
  expect((await desk.call('POST', profile, { password })).data).toEqual({ path: '/user/profile?tab=identities' })
  expect((await desk.call('POST', profile, { password })).error, 'brought once, bound once').toBe(
    'wechat.identityExpired',
  )
  // Its owner reads it, and where to undo it: somebody else may have known the password.
  const bell = async () =>
    (await account.get('/system/notice/listTop', { 'accept-language': 'en' })) as unknown as {
      messages: { title: string; text: string; path: string }[]
    }
  const [message, ...more] = (await bell()).messages
  expect(more).toEqual([])
  expect(message!.title).toBe('An identity was bound to your account')
  expect(message!.text).toContain(fixture.platform.person.nickname)
  await desk.bring()
  await desk.call('POST', profile, { password })
  expect((await bell()).messages, 'bound already').toHaveLength(1)
  const phone = browser()
  await phone.bring('/h5')
  const opened = await phone.call('POST', '/wechat/identity/signIn')
  expect(opened.data).toMatchObject({ token: expect.any(String), url: '/index', path: '/h5' })
  expect((await phone.call('POST', '/wechat/identity/signIn')).error, 'and opens one session').toBe(
    'wechat.identityExpired',
  )
  const list = (await account.get<{ id: number }[]>(profile)).data
  expect(list).toMatchObject([
    { nickname: fixture.platform.person.nickname, appId: fixture.platform.appId, usedAt: expect.any(String) },
  ])
  // Nothing stored names the person as the platform does, and all three acts are in the books.
  const stored = await fixture.world.admin.query('select t::text as row from bound_identity t')
  expect(stored.rows[0].row).not.toContain(fixture.platform.person.openid)
  const other = await makeAccount()
  expect((await other.delete(`${profile}/${list[0]!.id}`)).error).toBe('notFound')
  expect((await account.delete(`${profile}/${list[0]!.id}`)).data).toEqual({ removed: 1 })
  await phone.bring()
  expect((await phone.call('POST', '/wechat/identity/signIn')).data).toEqual({ bind: true })
  const { rows: signIns } = await fixture.world.admin.query('select msg from login_log where tenant_id = $1', [
    account.tenantId,
  ])
  expect(signIns.map(row => row.msg)).toContain('identitySignIn')
  await expect
    .poll(async () => {
      const { rows } = await fixture.world.admin.query(
        `select business_type from oper_log where tenant_id = $1 and title = 'wechat.identity' and status = '0' order by id`,
        [account.tenantId],
      )
      return rows.length
    })
    .toBe(3)
})

it('refuses an identity that another account has, without its name', async () => {
  const [first, second] = [await makeAccount(), await makeAccount()]
  for (const { token } of [first, second]) {
    const desk = browser({ token: token! })
    await desk.bring()
    const answer = await desk.call('POST', profile, { password })
    if (token === first.token) expect(answer.code).toBe(200)
    else {
      expect(answer).toMatchObject({ code: 500, error: 'wechat.identityTaken' })
      expect(JSON.stringify(answer)).not.toContain('ID-')
    }
  }
  expect((await second.get(profile)).data).toEqual([])
  const chief = await fixture.world.signIn({ id: first.tenantId, deptId: first.deptId }, ['enterpriseAdmin'])
  expect((await chief.delete(`/system/user/${first.accountId}`)).code).toBe(200)
  const desk = browser({ token: second.token! })
  await desk.bring()
  expect((await desk.call('POST', profile, { password })).code, 'a removed account frees it').toBe(200)
})

it('asks for the second factor, and does not let in who may not sign in', async () => {
  const account = await makeAccount()
  const desk = browser({ token: account.token! })
  await desk.bring()
  await desk.call('POST', profile, { password })
  const signIn = async () => {
    const phone = browser()
    await phone.bring()
    return phone.call('POST', '/wechat/identity/signIn')
  }
  await fixture.world.admin.query(
    `insert into second_factor (tenant_id, account_id, sealed, key_version, confirmed_at)
     select tenant_id, account_id, '\\x00', 1, now() from bound_identity`,
  )
  expect(Object.keys((await signIn()).data)).toEqual(['ticket', 'path'])
  await fixture.world.admin.query(`update account set status = '1' where tenant_id = $1`, [account.tenantId])
  expect((await signIn()).error).toBe('auth.accountDisabled')
  await fixture.world.admin.query(`update account set status = '0' where tenant_id = $1`, [account.tenantId])
  // A password that is reset may have been known to others, and the binding may be theirs.
  const chief = await fixture.world.signIn({ id: account.tenantId, deptId: account.deptId }, ['enterpriseAdmin'])
  const body = { userId: account.accountId, password: 'Another-password-2' }
  expect((await chief.put('/system/user/resetPwd', body)).code).toBe(200)
  expect((await signIn()).data).toEqual({ bind: true })
})

it('leads to a page with the reason when it does not come to an identity', async () => {
  const problem = (name: string) => expect.stringMatching(new RegExp(`^/auth-redirect\\?problem=${name}(&|$)`))
  const { platform } = fixture
  expect(await browser({ agent: 'Mozilla/5.0 Firefox' }).open('/wx/identify')).toEqual(problem('outside'))
  await set({ signIn: false })
  expect(await browser().open('/wx/identify')).toEqual(problem('off'))
  await set()
  platform.visitor = 'refuses'
  expect((await browser().bring('/h5')).led).toBe('/auth-redirect?problem=cancelled&redirect=%2Fh5')
  platform.visitor = 'snapshot'
  expect((await browser().bring()).led).toEqual(problem('visitor'))
  platform.visitor = 'agrees'
  await set({ secret: 'wrong' })
  expect((await browser().bring()).led).toEqual(problem('app'))
  await set()
  // A code of another app, or one that was used.
  const sent = browser()
  const to = await sent.open('/wx/identify')
  const state = /state=(\w+)/.exec(to)![1]
  expect(await sent.open(`/wx/webAuth?code=other&state=${state}`)).toEqual(problem('code'))
  platform.faultAt = '/sns/oauth2/access_token'
  platform.fault = 'garbage'
  expect((await browser().bring()).led).toEqual(problem('down'))
})

it('counts a state once, in the browser that was sent away, for ten minutes, and opens pages of this site only (A59 to A63)', async () => {
  const [mine, foreign] = [browser(), browser()]
  const to = await mine.open('/wx/identify?redirect=//evil.example')
  const back = new URL((await fetch(to.split('#')[0]!, { redirect: 'manual' })).headers.get('location')!)
  const address = back.pathname + back.search
  const exchanges = () => fixture.platform.calls.filter(call => call.path === '/sns/oauth2/access_token').length
  const before = exchanges()
  expect(await foreign.open(address)).toBe('/auth-redirect?problem=expired')
  expect(await foreign.open(address.replace(/state=\w+/, `state=id${'0'.repeat(32)}`))).toBe(
    '/auth-redirect?problem=expired',
  )
  expect(exchanges()).toBe(before)
  expect(await mine.open(address)).toBe('/auth-redirect')
  expect(await mine.open(address), 'sent twice by the client').toBe('/auth-redirect')
  expect(exchanges()).toBe(before + 1)
  expect((await mine.call('POST', '/wechat/identity/signIn')).data).toEqual({ bind: true })
  await mine.call('DELETE', '/wechat/identity')
  expect((await mine.call('POST', '/wechat/identity/signIn')).error).toBe('wechat.identityExpired')
  const late = browser()
  const again = await late.open('/wx/identify')
  const returned = new URL((await fetch(again.split('#')[0]!, { redirect: 'manual' })).headers.get('location')!)
  await fixture.world.admin.query(`update identity_attempt set created_at = created_at - interval '11 minutes'`)
  expect(await late.open(returned.pathname + returned.search)).toBe('/auth-redirect?problem=expired')
  await fixture.world.admin.query(`update identity_attempt set created_at = created_at - interval '10 minutes'`)
  await removeExpiredSignInRows(fixture.world.services.database)
  expect((await fixture.world.admin.query('select 1 from identity_attempt')).rowCount).toBe(0)
})
