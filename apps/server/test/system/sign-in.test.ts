import { createHmac, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { captchaLetters, captchaSize, drawCaptcha } from '../../src/areas/system/identity/captcha-picture.ts'
import { removeExpiredRegistrations } from '../../src/areas/system/identity/register.ts'
import { png } from '../samples.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeRole, makeUser, password, platformAdmin, refused, sessionOf, unique } from './people.ts'

let world: World
let admin: Caller
let root: Caller
let deptId: number

beforeAll(async () => {
  world = await makeWorld({ environment: { CAPTCHA: 'on' } })
  const tenant = await world.makeTenant('SIGNIN')
  deptId = tenant.deptId
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  root = await platformAdmin(world)
})

async function setParameter(key: string, value: string): Promise<void> {
  const id = Number((await world.admin.query('select id from config where config_key = $1', [key])).rows[0].id)
  expect((await root.put('/system/config', { configId: id, configValue: value })).code).toBe(200)
}

/** A picture whose text the test knows: the answer is stored only as a keyed hash. */
async function knownCaptcha(text = 'abcd'): Promise<{ uuid: string; code: string }> {
  const uuid = randomUUID()
  const hash = createHmac('sha256', world.services.secrets.derive('captcha')).update(`${uuid}:${text}`).digest()
  await world.admin.query(
    `insert into captcha (uuid, answer_hash, client, expires_at) values ($1, $2, '127.0.0.1', now() + interval '2 minutes')`,
    [uuid, hash],
  )
  return { uuid, code: text }
}

test('API-15: the picture comes with its id; signing in with its text works once', async () => {
  const picture = await world.anonymous.get<{ uuid: string; img: string; captchaEnabled: boolean }>('/captchaImage')
  expect(picture.data).toMatchObject({
    captchaEnabled: true,
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    img: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
  })
  expect(picture).toMatchObject({ uuid: picture.data.uuid })
  const user = await makeUser(admin, deptId)
  const known = await knownCaptcha()
  const body = { username: user.userName, password, ...known }
  expect((await world.anonymous.post('/login', body)).code).toBe(200)
  expect(refused(await world.anonymous.post('/login', body))).toBe('auth.captchaExpired')
  expect(refused(await world.anonymous.post('/login', { username: user.userName, password }))).toBe('auth.captchaWrong')
})

test('the picture is pixels that differ from picture to picture, so that no part of it identifies a letter', async () => {
  const pictures = await Promise.all(Array.from({ length: 12 }, () => drawCaptcha('AAAA')))
  expect(new Set(pictures.map(picture => picture.toString('base64'))).size).toBe(12)
  const ink = new Set<string>()
  for (const picture of pictures) {
    const { data, info } = await sharp(picture)
      .threshold(128)
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject(captchaSize)
    // Neither all background nor all ink: there is something to read.
    const dark = data.reduce((sum, value) => sum + (value === 0 ? 1 : 0), 0) / (info.width * info.height)
    expect(dark).toBeGreaterThan(0.05)
    expect(dark).toBeLessThan(0.4)
    ink.add(dark.toFixed(6))
  }
  expect(ink.size).toBeGreaterThan(6)
  for (const letter of captchaLetters) expect((await drawCaptcha(letter)).length).toBeGreaterThan(500)
})

test('a client gets 30 pictures at once and then one every other second', async () => {
  const ask = (remoteAddress: string) => world.app.inject({ method: 'GET', url: '/api/captchaImage', remoteAddress })
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask('198.51.100.7')))
  const refusals = answers.filter(answer => answer.json().code === 429)
  expect(answers.length - refusals.length).toBeGreaterThanOrEqual(30)
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals[0]!.json().error).toBe('tooMany')
  expect(refusals[0]!.headers['retry-after']).toBe('2')
  expect((await ask('198.51.100.8')).json().code).toBe(200)
})

test('API-11, API-13, API-14, API-16, SEC-04: signing in, who one is, the menu, signing out', async () => {
  const roleId = await makeRole(world, admin, ['catalog:product:list', 'catalog:product:add'])
  const user = await makeUser(admin, deptId, { roleIds: [roleId] })
  const field = await makeUser(admin, deptId, { userType: 2 })
  const answer = await world.anonymous.post<{ token: string; url: string }>('/login', {
    username: user.userName.toUpperCase(),
    password,
    ...(await knownCaptcha()),
  })
  expect(answer).toMatchObject({ code: 200, token: answer.data.token, url: '/index' })
  const caller = world.caller(answer.data.token, 'en')
  const info = await caller.get<{ user: { userType: number }; roles: string[]; permissions: string[] }>('/getInfo')
  expect(info.data).toMatchObject({
    user: { userName: user.userName, userType: 1, enterpriseName: 'Demo SIGNIN' },
    permissions: expect.arrayContaining(['catalog:product:add']),
  })
  expect(info.data.permissions.sort()).toEqual(['catalog:product:add', 'catalog:product:list'])
  const menu =
    await caller.get<{ path: string; children: { path: string; component: string; meta: { title: string } }[] }[]>(
      '/getRouters',
    )
  expect(menu.data).toMatchObject([
    {
      path: '/catalog',
      component: 'Layout',
      children: [{ path: 'product', component: 'entity/catalog/product', meta: { title: 'menu.catalog.product' } }],
    },
  ])
  expect(menu.data).toHaveLength(1)
  const h5 = await world.anonymous.post<{ url: string; token: string }>('/login', {
    username: field.userName,
    password,
    ...(await knownCaptcha()),
  })
  expect(h5.data.url).toBe('/h5')
  expect((await world.caller(h5.data.token).get<{ user: { userType: number } }>('/getInfo')).data.user.userType).toBe(2)
  expect((await caller.post('/logout')).code).toBe(200)
  expect(refused(await caller.get('/getInfo'))).toBe('unauthenticated')
})

test('ERR-34, A49: a wrong account and a wrong password are the same answer', async () => {
  const user = await makeUser(admin, deptId)
  const wrong = await world.anonymous.post('/login', {
    username: user.userName,
    password: 'wrong',
    ...(await knownCaptcha()),
  })
  const nobody = await world.anonymous.post('/login', {
    username: 'nobody-here',
    password: 'wrong',
    ...(await knownCaptcha()),
  })
  expect(refused(wrong)).toBe('auth.badCredentials')
  expect([nobody.code, nobody.msg, nobody.error]).toEqual([wrong.code, wrong.msg, wrong.error])
})

test('sign-ins are logged for their enterprise; those with an unknown account for the platform', async () => {
  const user = await makeUser(admin, deptId)
  await world.anonymous.post('/login', { username: user.userName, password: 'wrong', ...(await knownCaptcha()) })
  await world.anonymous.post('/login', { username: user.userName, password, ...(await knownCaptcha()) })
  await world.anonymous.post('/login', { username: 'a-stray-name', password: 'wrong', ...(await knownCaptcha()) })
  const rows = (await admin.get(`/monitor/logininfor/list?userName=${user.userName}`)).rows
  expect(rows).toMatchObject([
    { status: '0', msg: 'Signed in', ipaddr: '127.0.0.1' },
    { status: '1', msg: 'User does not exist or wrong password' },
  ])
  expect((await admin.get('/monitor/logininfor/list?userName=a-stray-name')).total).toBe(0)
  expect((await root.get('/monitor/logininfor/list?userName=a-stray-name')).total).toBe(1)
})

test('too many wrong passwords begin a wait; unlocking ends it (OPS-01)', async () => {
  const user = await makeUser(admin, deptId)
  const attempt = async (word: string) =>
    world.anonymous.post('/login', { username: user.userName, password: word, ...(await knownCaptcha()) })
  for (let n = 0; n < 6; n++) await attempt('wrong')
  const waiting = await attempt(password)
  expect(refused(waiting)).toBe('auth.wait')
  expect(waiting.code).toBe(429)
  const stranger = await world.signIn(await world.makeTenant('UNLOCK'), ['enterpriseAdmin'])
  expect(refused(await stranger.post(`/monitor/logininfor/unlock/${user.userName}`))).toBe('notFound')
  expect((await admin.post(`/monitor/logininfor/unlock/${user.userName}`)).code).toBe(200)
  expect((await attempt(password)).code).toBe(200)
})

describe('A50: strangers cannot lock out an account', () => {
  const at = (ip: string, body: Record<string, unknown>, device?: string) =>
    world.app
      .inject({
        method: 'POST',
        url: '/api/login',
        remoteAddress: ip,
        payload: body,
        headers: { 'accept-language': 'en', ...(device && { 'x-known-device': device }) },
      })
      .then(answer => answer.json())
  const pictureAt = async (ip: string) => {
    const known = await knownCaptcha()
    await world.admin.query('update captcha set client = $2 where uuid = $1', [known.uuid, ip])
    return known
  }
  const tryAt = async (ip: string, username: string, word: string, device?: string) =>
    at(ip, { username, password: word, ...(await pictureAt(ip)) }, device)

  test('a right password with a solved captcha is accepted, however many wrong ones came from elsewhere', async () => {
    const user = await makeUser(admin, deptId)
    for (let n = 0; n < 63; n++) await tryAt(`198.51.100.${n % 9}`, user.userName, `wrong-${n}`)
    expect(refused(await tryAt('198.51.100.1', user.userName, password)), 'there it waits').toBe('auth.wait')
    expect(refused(await tryAt('203.0.113.5', user.userName, password)), 'elsewhere it does not').toBe('accepted')
    const caller = await sessionOf(world, admin.tenantId, user.id)
    const { messages } = (await caller.get('/system/notice/listTop')) as unknown as { messages: { title: string }[] }
    expect(messages.map(one => one.title)).toEqual(['Somebody tries your password'])
  })

  test('the tries of a known browser are not exhausted by others at its address', async () => {
    const user = await makeUser(admin, deptId)
    const ip = '203.0.113.6'
    const first = await tryAt(ip, user.userName, password)
    expect(first.data.device).toMatch(/^[\w-]{32}$/)
    for (let n = 0; n < 40; n++) await tryAt(ip, user.userName, 'wrong')
    expect(refused(await tryAt(ip, user.userName, password))).toBe('auth.wait')
    const again = await tryAt(ip, user.userName, password, first.data.device)
    expect(refused(again)).toBe('accepted')
    expect(again.data.device, 'it has one').toBeUndefined()
    // It has its own tries, but not more than others.
    for (let n = 0; n < 6; n++) await tryAt(ip, user.userName, 'wrong', first.data.device)
    expect(refused(await tryAt(ip, user.userName, password, first.data.device))).toBe('auth.wait')
    const other = await makeUser(admin, deptId)
    const others = await tryAt(ip, other.userName, password, first.data.device)
    expect(others.data.device, 'it is known to one account').toBeDefined()
    // A password that somebody else set removes the known browsers.
    await admin.put('/system/user/resetPwd', { userId: user.id, password: 'Another-word-1' })
    const devices = await world.admin.query('select 1 from known_device where account_id = $1', [user.id])
    expect(devices.rowCount).toBe(0)
  })

  test('one address has some forty tries of one account a day, and a site of IPv6 is one address', async () => {
    const user = await makeUser(admin, deptId)
    let judged = 0
    // A day of an attacker who waits as long as required; the test ends each wait at once.
    for (let waited = 0; waited < 86_400; ) {
      const ip = `2001:db8:5:${(judged + 1).toString(16)}::1`
      if (refused(await tryAt(ip, user.userName, 'wrong')) === 'auth.badCredentials') judged++
      const { rows } = await world.admin.query<{ left: number }>(
        `select greatest(extract(epoch from until - now()), 0)::float as left from throttle where bucket = $1 and attempts < 0`,
        [`sign-in:${user.userName} at 2001:db8:5::/48`],
      )
      waited += rows[0]?.left ?? 0
      await world.admin.query(`update throttle set until = now() where bucket like 'sign-in%' and attempts < 0`)
    }
    expect(judged).toBeGreaterThanOrEqual(39)
    expect(judged).toBeLessThanOrEqual(41)
  })

  test('where the parameter requires no captcha, an account whose password is guessed requires one from unknown browsers', async () => {
    await setParameter('sys.account.captchaEnabled', 'false')
    const user = await makeUser(admin, deptId)
    const word = { username: user.userName, password }
    const known = (await at('203.0.113.9', word)).data.device
    for (let n = 0; n < 21; n++) await at(`198.51.100.${n + 100}`, { ...word, password: 'wrong' })
    expect(refused(await at('203.0.113.10', word))).toBe('auth.captchaNeeded')
    expect(refused(await at('203.0.113.9', word, known)), 'not where it is known').toBe('accepted')
    expect((await world.anonymous.get('/captchaImage')).data).toEqual({ captchaEnabled: false })
    expect((await world.anonymous.get('/captchaImage?needed=1')).data).toMatchObject({ captchaEnabled: true })
    expect(refused(await tryAt('203.0.113.10', user.userName, password))).toBe('accepted')
    await setParameter('sys.account.captchaEnabled', 'true')
  })
})

describe('ERR-28 to ERR-30, VAL-11, VAL-12, A58: the own password', () => {
  const change = (caller: Caller, oldPassword: string, newPassword: string) =>
    caller.put('/system/user/profile/updatePwd', { oldPassword, newPassword })

  test.each([
    ['', 'My-own-word-1', 'oldPassword: required'],
    [password, '', 'newPassword: required'],
    ['wrong-old-word', 'My-own-word-1', 'auth.oldPasswordWrong'],
    [password, password, 'auth.passwordUnchanged'],
    [password, 'short1a', 'newPassword: tooShort'],
    [password, 'password123', 'auth.passwordCommon'],
  ])('%s to %s is refused: %s', async (old, fresh, key) => {
    const caller = await sessionOf(world, admin.tenantId, (await makeUser(admin, deptId)).id)
    expect(refused(await change(caller, old, fresh))).toBe(key)
  })

  test.each([
    ['12ab5', 'newPassword: tooShort'],
    ['12ab56', 'accepted'],
    ['12ab5678901234567890', 'accepted'],
    ['12ab56789012345678901', 'newPassword: tooLong'],
  ])('without strong passwords, a new one of %s is %s', async (fresh, outcome) => {
    const caller = await sessionOf(world, admin.tenantId, (await makeUser(admin, deptId)).id)
    await setParameter('sys.account.strongPassword', 'false')
    expect(refused(await change(caller, password, fresh))).toBe(outcome)
    await setParameter('sys.account.strongPassword', 'true')
  })

  test('SCR-37: after a change the new password signs in, and the old one does not', async () => {
    const user = await makeUser(admin, deptId)
    const caller = await sessionOf(world, admin.tenantId, user.id)
    expect((await change(caller, password, 'My-own-word-1')).code).toBe(200)
    expect((await caller.post('/logout')).code).toBe(200)
    const signIn = async (word: string) =>
      refused(
        await world.anonymous.post('/login', {
          username: user.userName,
          password: word,
          ...(await knownCaptcha()),
        }),
      )
    expect(await signIn(password)).toBe('auth.badCredentials')
    expect(await signIn('My-own-word-1')).toBe('accepted')
  })

  test('a change ends the other sessions and keeps this one', async () => {
    const user = await makeUser(admin, deptId)
    const here = await sessionOf(world, admin.tenantId, user.id)
    const there = await sessionOf(world, admin.tenantId, user.id)
    expect((await change(here, password, 'My-own-word-1')).code).toBe(200)
    expect(refused(await there.get('/getInfo'))).toBe('unauthenticated')
    expect((await here.get('/getInfo')).code).toBe(200)
  })

  test('when saving fails, the answer says that the change failed, and the password stays', async () => {
    const user = await makeUser(admin, deptId)
    const caller = await sessionOf(world, admin.tenantId, user.id)
    await world.admin.query(
      `create function break_accounts() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$`,
    )
    await world.admin.query(
      'create trigger broken before update of password_hash on account for each row execute function break_accounts()',
    )
    const answer = await change(caller, password, 'My-own-word-1')
    await world.admin.query('drop trigger broken on account')
    expect(refused(answer)).toBe('auth.passwordChangeFailed')
    expect(answer.raw.toString()).not.toContain('disk')
    expect((await change(caller, password, 'My-own-word-1')).code).toBe(200)
  })
})

test('ERR-18, ERR-32: a failed save is answered with its own message', async () => {
  const roleId = await makeRole(world, admin, ['catalog:product:list'])
  await world.admin.query(
    `create function break_saves() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$`,
  )
  await world.admin.query('create trigger broken before update on role for each row execute function break_saves()')
  await world.admin.query('create trigger broken before insert on dept for each row execute function break_saves()')
  const role = await admin.put('/system/role', { roleId, remark: 'x' })
  const dept = await admin.post('/system/dept', { parentId: deptId, deptName: unique('d'), orderNum: 1 })
  await world.admin.query('drop trigger broken on role')
  await world.admin.query('drop trigger broken on dept')
  expect([refused(role), role.msg]).toEqual(['system.role.editFailed', 'Role edit failed, contact the administrator'])
  expect([refused(dept), dept.msg]).toEqual(['operationFailed', 'Operation failed'])
})

describe('registration', () => {
  const register = async (body: Record<string, unknown>) =>
    world.anonymous.post('/register', {
      password: 'My-own-word-1',
      enterprise: 'SIGNIN',
      ...(await knownCaptcha()),
      ...body,
    })

  test('A52: it is closed by default', async () => {
    expect(refused(await register({ username: 'newcomer' }))).toBe('auth.registrationClosed')
  })

  test('SCR-43, API-12, VAL-07 to VAL-10: account, passwords and picture are checked, and the account waits for the enterprise', async () => {
    await setParameter('sys.account.registerUser', 'true')
    await setParameter('sys.account.strongPassword', 'false')
    const outcomes: [Record<string, unknown>, string][] = [
      [{ username: '' }, 'username: required'],
      [{ username: 'a' }, 'username: tooShort'],
      [{ username: 'a'.repeat(21) }, 'username: tooLong'],
      [{ username: 'a b' }, 'username: pattern'],
      [{ username: 'newcomer', password: '1ab4' }, 'password: tooShort'],
      [{ username: 'newcomer', password: `${'a1'.repeat(10)}x` }, 'password: tooLong'],
      [{ username: 'newcomer', confirmPassword: 'something else' }, 'auth.passwordsDiffer'],
      [{ username: 'newcomer', code: '' }, 'auth.captchaWrong'],
      [{ username: 'newcomer', code: 'wxyz' }, 'auth.captchaWrong'],
      [{ username: 'newcomer', enterprise: '' }, 'enterprise: required'],
      [{ username: 'newcomer', enterprise: 'a b' }, 'enterprise: pattern'],
      [{ username: 'newcomer', enterprise: undefined, invitation: 'x' }, 'auth.invitationInvalid'],
      [{ username: 'newcomer', roleIds: [1] }, 'roleIds: unknownField'],
      [{ username: 'newcomer', tenantId: 2 }, 'tenantId: unknownField'],
      [{ username: 'ab', password: '12ab5' }, 'accepted'],
      [{ username: 'b'.repeat(20), password: 'a1'.repeat(10), confirmPassword: 'a1'.repeat(10) }, 'accepted'],
      [{ username: 'AB' }, 'system.user.nameTaken'],
    ]
    for (const [body, outcome] of outcomes) expect(refused(await register(body)), JSON.stringify(body)).toBe(outcome)
    // The message names the allowed characters.
    expect(JSON.stringify(await register({ username: 'a.b' }))).toContain('"said":"account"')
    const signIn = async () =>
      world.anonymous.post<{ token: string }>('/login', {
        username: 'ab',
        password: '12ab5',
        ...(await knownCaptcha()),
      })
    expect(refused(await signIn())).toBe('auth.awaitsApproval')
    // Its administrator gets a message, finds it, and approves it: no other call does.
    const messages = await admin.get('/system/notice/listTop')
    expect(messages).toMatchObject({ messages: expect.arrayContaining([expect.objectContaining({ isRead: false })]) })
    expect(JSON.stringify(messages)).toContain('userName=ab')
    const row = (await admin.get('/system/user/list?userName=ab')).rows.find(user => user.userName === 'ab')!
    expect(row).toMatchObject({ status: '1', waiting: true, can: expect.arrayContaining(['take', 'remove']) })
    const id = row.id as number
    expect(refused(await admin.put('/system/user/changeStatus', { id, status: '0' }))).toBe('system.user.waiting')
    expect(refused(await admin.put('/system/user', { id, status: '0' }))).toBe('system.user.waiting')
    expect(refused(await root.put('/system/user/take', { userId: id, deptId }))).toBe('notFound')
    expect(refused(await admin.put('/system/user/take', { userId: id }))).toBe('deptId: required')
    expect((await admin.put('/system/user/take', { userId: id, deptId, userType: 5 })).code).toBe(200)
    expect(refused(await admin.put('/system/user/take', { userId: id, deptId }))).toBe('system.user.notWaiting')
    const caller = world.caller((await signIn()).data.token)
    // Registering grants no permission; a default role on the wire means "none".
    expect((await caller.get('/getInfo')).data).toMatchObject({
      roles: ['ROLE_DEFAULT'],
      permissions: [],
      user: { userType: 5 },
    })
    expect((await caller.get<unknown[]>('/getRouters')).data).toEqual([])
    for (const path of ['/system/user/list', '/catalog/product/list', '/tenant/enterprise/list', '/system/config/list'])
      expect(refused(await caller.get(path)), path).toBe('forbidden')
    await setParameter('sys.account.strongPassword', 'true')
  })

  test('a stranger does not learn which enterprises there are: answer, name and waiting are the same', async () => {
    await setParameter('sys.account.registerUser', 'true')
    await world.admin.query(`delete from throttle where bucket like 'register-from:%'`)
    const names = { known: unique('k-'), unknown: unique('u-') }
    const answers = await Promise.all([
      register({ username: names.known }),
      register({ username: names.unknown, enterprise: 'NOBODY-9' }),
    ])
    const shape = ({ code, msg, data, error }: (typeof answers)[number]) => ({ code, msg, data, error })
    expect(shape(answers[0])).toEqual(shape(answers[1]))
    expect(answers[0].code).toBe(200)
    await world.admin.query(`delete from throttle where bucket like 'register-from:%'`)
    for (const username of Object.values(names)) {
      expect(refused(await register({ username }))).toBe('system.user.nameTaken')
      const body = { username, password: 'My-own-word-1', ...(await knownCaptcha()) }
      expect(refused(await world.anonymous.post('/login', body))).toBe('auth.awaitsApproval')
    }
    // A registration that names no known enterprise waits with the platform, which sees what was typed; refusing it frees the name.
    const lost = (await root.get(`/system/user/list?userName=${names.unknown}`)).rows[0]!
    expect(lost).toMatchObject({ waiting: true, remark: 'NOBODY-9' })
    expect((await root.delete(`/system/user/${lost.id}`)).code).toBe(200)
    await world.admin.query(`delete from throttle where bucket like 'register-from:%'`)
    expect(refused(await register({ username: names.unknown }))).toBe('accepted')
  })

  test('an invitation names its enterprise, for seven days', async () => {
    await setParameter('sys.account.registerUser', 'true')
    await world.admin.query(`delete from throttle where bucket like 'register-from:%'`)
    const { data } = await admin.post<{ invitation: string; until: string }>('/system/user/invitation')
    expect((await world.anonymous.get(`/register/invitation/${data.invitation}`)).data).toEqual({
      enterpriseName: 'Demo SIGNIN',
    })
    const username = unique('i-')
    const body = { username, enterprise: undefined, invitation: data.invitation }
    expect(refused(await register(body))).toBe('accepted')
    expect((await admin.get(`/system/user/list?userName=${username}`)).rows).toMatchObject([{ waiting: true }])
    const [tenant, round, seconds, mac] = data.invitation.split('.') as [string, string, string, string]
    const forgeries = [
      `1.${round}.${seconds}.${mac}`,
      `${tenant}.1.${seconds}.${mac}`,
      `${tenant}.${round}.${seconds}0.${mac}`,
      `${tenant}.${round}.${seconds}`,
      '',
    ]
    for (const forged of forgeries)
      expect(refused(await world.anonymous.get(`/register/invitation/${forged || 'x'}`)), forged).toBe(
        'auth.invitationInvalid',
      )
    vi.useFakeTimers({ now: Date.now() + 8 * 86_400_000, toFake: ['Date'] })
    expect(refused(await world.anonymous.get(`/register/invitation/${data.invitation}`))).toBe('auth.invitationInvalid')
    vi.useRealTimers()
  })

  test('people who may invite can withdraw invitations, and then nobody registers with them', async () => {
    await setParameter('sys.account.registerUser', 'true')
    await world.admin.query(`delete from throttle where bucket like 'register-from:%'`)
    const createInvitation = async () =>
      (await admin.post<{ invitation: string }>('/system/user/invitation')).data.invitation
    const invited = (invitation: string) => ({ username: unique('v-'), enterprise: undefined, invitation })
    const [first, second] = [await createInvitation(), await createInvitation()]
    expect(refused(await world.anonymous.delete('/system/user/invitation'))).not.toBe('accepted')
    expect((await root.delete('/system/user/invitation')).code).toBe(200)
    expect(refused(await register(invited(first)))).toBe('accepted')
    expect((await admin.delete('/system/user/invitation')).code).toBe(200)
    for (const withdrawn of [first, second]) {
      expect(refused(await world.anonymous.get(`/register/invitation/${withdrawn}`))).toBe('auth.invitationInvalid')
      expect(refused(await register(invited(withdrawn)))).toBe('auth.invitationInvalid')
    }
    expect(refused(await register(invited(await createInvitation())))).toBe('accepted')
  })

  test('a registration that was neither approved nor refused for thirty days is removed, and the name is free', async () => {
    await setParameter('sys.account.registerUser', 'true')
    await world.admin.query(`delete from throttle where bucket like 'register-from:%'`)
    const username = unique('w-')
    expect(refused(await register({ username }))).toBe('accepted')
    await world.admin.query(`update account set waits_until = now() - interval '1 second' where user_name = $1`, [
      username,
    ])
    expect(await removeExpiredRegistrations(world.services.database)).toBe(1)
    expect(refused(await register({ username }))).toBe('accepted')
  })

  test('a fourth registration from one address within the hour must wait', async () => {
    await setParameter('sys.account.registerUser', 'true')
    const keys: string[] = []
    for (let n = 0; n < 5; n++) keys.push(refused(await register({ username: unique('many-') })))
    expect(keys.at(-1)).toBe('auth.wait')
  })
})

test('SCR-36, SCR-38: the own profile: four fields, groups and a picture', async () => {
  const post = await admin.post<{ id: number }>('/system/post', {
    postCode: unique('c'),
    postName: 'Grader',
    postSort: 1,
  })
  const roleId = await makeRole(world, admin, ['catalog:product:list'])
  const user = await makeUser(admin, deptId, { roleIds: [roleId], postIds: [post.data.id] })
  const caller = await sessionOf(world, admin.tenantId, user.id)
  expect(
    (
      await caller.put('/system/user/profile', {
        nickName: 'Moi',
        email: 'Moi@Example.org',
        phonenumber: '+24106123456',
        sex: '1',
        password,
      })
    ).code,
  ).toBe(200)
  const profile = await caller.get<{ userName: string }>('/system/user/profile')
  expect(profile.data).toMatchObject({
    nickName: 'Moi',
    email: 'moi@example.org',
    phonenumber: '+24106123456',
    sex: '1',
    userName: user.userName,
  })
  expect(profile).toMatchObject({ postGroup: 'Grader', roleGroup: expect.stringMatching(/^role/) })
  for (const [field, value, error] of [
    ['nickName', ' ', 'required'],
    ['email', 'x', 'notEmail'],
    ['phonenumber', '1', 'notMobile'],
    ['sex', '7', 'notOneOf'],
  ] as const)
    expect(refused(await caller.put('/system/user/profile', { [field]: value }))).toBe(`${field}: ${error}`)
  const other = await makeUser(admin, deptId, { email: 'other-one@example.org' })
  expect(other.id).toBeGreaterThan(0)
  expect(refused(await caller.put('/system/user/profile', { email: 'OTHER-one@example.org', password }))).toBe(
    'system.user.emailTaken',
  )
  const picture = await caller.upload<{ imgUrl: string }>('/system/user/profile/avatar', {
    name: 'me.png',
    content: png,
  })
  expect(picture).toMatchObject({ code: 200, imgUrl: picture.data.imgUrl })
  const pictureAnswer = await world.anonymous.get(picture.data.imgUrl)
  expect(String(pictureAnswer.headers['content-type'])).toContain('image/')
  expect((await caller.get<{ user: { avatar: string } }>('/getInfo')).data.user.avatar).toContain('/api/file/')
  expect(
    refused(
      await caller.upload('/system/user/profile/avatar', {
        name: 'me.png',
        content: Buffer.from('<svg onload=alert(1)>'),
      }),
    ),
  ).toMatch(/fileType|fileBroken/)
  await caller.upload('/system/user/profile/avatar', { name: 'me.png', content: png })
  const files = await world.admin.query(`select count(*)::int as n from file_object where owner = $1`, [
    `account/${user.id}`,
  ])
  expect(files.rows[0].n).toBe(1)
})
