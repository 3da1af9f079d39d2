import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'
import { platformAdmin, refused, unique } from '../system/people.ts'

let world: World
let root: Caller

beforeAll(async () => {
  world = await makeWorld()
  root = await platformAdmin(world)
  await chooseRule('true')
})

/** Parameters as `npm start` sets them: the specification's first password. */
async function chooseRule(value: 'true' | 'false'): Promise<void> {
  const key = 'sys.account.identificationPassword'
  await world.admin.query('update config set config_value = $2 where config_key = $1', [key, value])
}

const signInAs = (username: string, password: string) =>
  world.anonymous.post<{ token: string }>('/login', { username, password })

test('SCR-17, SYS-22, SEC-27, SEC-28, A53: an enterprise comes with an administrator whose first password is its identification', async () => {
  const added = await root.post<{ id: number; administrator: string; initialHours: number }>('/tenant/enterprise', {
    identification: 'TIMBER-A',
    name: 'Demo Timber A',
    contact: 'Demo desk',
    phone: '+241 00000000',
    kind: 'exporter',
    remark: 'x',
  })
  expect(added).toMatchObject({ code: 200, data: { administrator: 'TIMBER-A', initialHours: 72 } })
  const signedIn = await signInAs('TIMBER-A', 'TIMBER-A')
  expect(signedIn.code).toBe(200)
  const admin = world.caller(signedIn.data.token, 'en')
  expect((await admin.get('/getInfo')).data).toMatchObject({ mustChangePassword: true, roles: ['enterpriseAdmin'] })
  // It only allows changing the password.
  expect(refused(await admin.get('/system/user/list'))).toBe('auth.initialPassword')
  expect(
    refused(await admin.put('/system/user/profile/updatePwd', { oldPassword: 'TIMBER-A', newPassword: 'timber-a' })),
  ).toBe('auth.passwordCommon')
  expect(
    (await admin.put('/system/user/profile/updatePwd', { oldPassword: 'TIMBER-A', newPassword: 'Our-own-word-1' }))
      .code,
  ).toBe(200)
  expect((await admin.get('/system/user/list')).rows).toMatchObject([
    { userName: 'TIMBER-A', enterpriseName: 'Demo Timber A' },
  ])
  // SEC-02: it works at once: department, roles, goods.
  expect((await admin.post('/catalog/category', { name: 'Logs', orderNum: 1 })).code).toBe(200)
  expect((await admin.get('/system/role/list')).rows.map(row => row.roleKey)).toContain('enterpriseClerk')
  expect((await admin.get('/system/dept/list')).rows).toMatchObject([{ deptName: 'Demo Timber A', parentId: 0 }])
  const row = (await root.get(`/tenant/enterprise/${added.data.id}`)).data
  expect(row).toMatchObject({
    identification: 'TIMBER-A',
    administrator: 'TIMBER-A',
    users: 1,
    codes: 0,
    batches: 0,
    scans: 0,
    kind: 'exporter',
    status: '0',
  })
})

test('A53: in production the first password is random and shown once', async () => {
  await chooseRule('false')
  const body = { identification: 'TIMBER-R', name: 'Demo Timber R' }
  const added = await root.post<{ password: string }>('/tenant/enterprise', body)
  await chooseRule('true')
  expect(added.data.password).toMatch(/^[\w-]{16}$/)
  expect(refused(await signInAs('TIMBER-R', 'TIMBER-R'))).toBe('auth.badCredentials')
  expect((await signInAs('TIMBER-R', added.data.password)).code).toBe(200)
})

test('A53: the enterprise sees when the operator resets a password: in its log, and by a message to all administrators', async () => {
  const tenant = await world.makeTenant('RESET-SEEN')
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const second = await world.signIn(tenant, ['enterpriseAdmin'], { language: 'fr' })
  const clerk = await world.signIn(tenant, ['enterpriseClerk'])
  const reset = await root.put<{ administrator: string }>('/tenant/enterprise/resetPwd', { id: tenant.id })
  expect(reset.code).toBe(200)
  const log = (await second.get('/monitor/operlog/list')).rows
  expect(log).toMatchObject([{ operUrl: '/api/tenant/enterprise/resetPwd', operIp: '127.0.0.1', status: '0' }])
  expect(JSON.stringify(log)).toContain(reset.data.administrator)
  const messages = await second.get('/system/notice/listTop')
  expect(messages).toMatchObject({
    unreadCount: 1,
    messages: [{ isRead: false, title: 'La plateforme a réinitialisé un mot de passe d’administrateur' }],
  })
  expect(JSON.stringify(messages)).toContain(reset.data.administrator)
  expect((await second.post('/system/message/markRead')).data).toEqual({ marked: 1 })
  expect(await second.get('/system/notice/listTop')).toMatchObject({ unreadCount: 0, messages: [{ isRead: true }] })
  expect(await clerk.get('/system/notice/listTop')).toMatchObject({ unreadCount: 0, messages: [] })
  expect(refused(await admin.get('/getInfo')), 'whose password it was').toBe('unauthenticated')
})

test('the first password expires; the platform creates another one, shown once', async () => {
  const added = await root.post<{ id: number }>('/tenant/enterprise', {
    identification: 'TIMBER-B',
    name: 'Demo Timber B',
  })
  await world.admin.query(`update account set initial_until = now() - interval '1 second' where tenant_id = $1`, [
    added.data.id,
  ])
  expect(refused(await signInAs('TIMBER-B', 'TIMBER-B'))).toBe('auth.initialPasswordExpired')
  const reset = await root.put<{ administrator: string; password: string }>('/tenant/enterprise/resetPwd', {
    id: added.data.id,
  })
  expect(reset.data.administrator).toBe('TIMBER-B')
  expect(refused(await signInAs('TIMBER-B', 'TIMBER-B'))).toBe('auth.badCredentials')
  expect((await signInAs('TIMBER-B', reset.data.password)).code).toBe(200)
  await world.services.audit.whenSettled()
  const log = await world.admin.query('select coalesce(string_agg(t::text, $1), $1) as text from oper_log t', ['|'])
  expect(log.rows[0].text).not.toContain(reset.data.password)
  expect(refused(await root.put('/tenant/enterprise/resetPwd', { id: 999_999_999 }))).toBe('notFound')
  expect(refused(await root.put('/tenant/enterprise/resetPwd', { id: 1 }))).toBe('tenant.platform')
})

test('input is normalised, and the administrator’s account can be named separately', async () => {
  const account = unique('boss-')
  const added = await root.post<{ id: number; administrator: string }>('/tenant/enterprise', {
    identification: ' ＡＢ２ ',
    name: 'Demo short',
    administrator: account,
    adminEmail: 'Boss@Example.org',
  })
  expect(added.data.administrator).toBe(account)
  expect((await root.get(`/tenant/enterprise/${added.data.id}`)).data.identification).toBe('AB2')
  expect((await signInAs(account, 'AB2')).code).toBe(200)
  expect(
    refused(await root.post('/tenant/enterprise', { identification: 'CD3', name: 'Demo too short for an account' })),
  ).toBe('administrator: tooShort')
  expect(
    refused(
      await root.post('/tenant/enterprise', {
        identification: 'EFGH-1',
        name: unique('n'),
        administrator: account.toUpperCase(),
      }),
    ),
  ).toBe('tenant.administratorTaken')
  expect(refused(await root.post('/tenant/enterprise', { identification: 'a b', name: 'x' }))).toBe(
    'identification: pattern',
  )
  expect(refused(await root.post('/tenant/enterprise', { identification: 'x', name: 'x' }))).toBe(
    'identification: tooShort',
  )
})

test('a refused enterprise leaves nothing behind', async () => {
  const count = async () =>
    (
      await world.admin.query(
        'select (select count(*)::int from enterprise) as e, (select count(*)::int from account) as a, (select count(*)::int from dept) as d',
      )
    ).rows[0]
  const before = await count()
  expect((await root.post('/tenant/enterprise', { identification: 'TIMBER-A', name: 'Another name' })).code).toBe(500)
  expect(await count()).toEqual(before)
})

test('names that differ only in capitals are one name, also for saves at the same moment', async () => {
  const bodies = ['Race Co', 'RACE co', 'race CO', 'RACE CO'].map((name, n) => ({
    identification: `RACING-${n}`,
    name,
  }))
  const answers = await Promise.all(bodies.map(body => root.post('/tenant/enterprise', body)))
  expect(answers.map(refused).sort()).toEqual(['accepted', ...Array(3).fill('tenant.nameTaken')])
  // The database enforces it, and its migration finds duplicates from before.
  await expect(
    world.admin.query(`insert into enterprise (identification, name) values ('twin-0', 'rAce cO')`),
  ).rejects.toThrow('enterprise_name_key')
  const tenant = Number((answers.find(answer => answer.code === 200)!.data as { id: number }).id)
  const role = (key: string) =>
    world.admin.query('insert into role (tenant_id, role_name, role_key) values ($1, $2, $2)', [tenant, key])
  await world.admin.query(`
    drop index enterprise_name_key, role_name_lower_key, role_key_lower_key;
    alter table enterprise add constraint enterprise_name_key unique (name);
    insert into enterprise (identification, name) values ('twin-1', 'rAce cO')`)
  await role('Grader')
  await role('GRADER')
  const file = join(import.meta.dirname, '../../migrations/0046-names-without-case.sql')
  await world.admin.query(readFileSync(file, 'utf8'))
  await expect(
    world.admin.query(`insert into enterprise (identification, name) values ('twin-2', 'raCe cO')`),
  ).rejects.toThrow('enterprise_name_key')
  await expect(role('grader')).rejects.toThrow(/role_(name|key)_lower_key/)
  expect((await world.admin.query(`select 1 from enterprise where lower(name) = 'race co'`)).rowCount).toBe(2)
})

test('a public name cannot be taken for another enterprise, in any language', async () => {
  const taken = (answer: { error?: string; data: unknown }) =>
    `${(answer.data as { issues: { field: string }[] }).issues[0]!.field} ${answer.error}`
  const add = (identification: string, body: Record<string, unknown>) =>
    root.post<{ id: number }>('/tenant/enterprise', { identification, ...body })
  const { data } = await add('PUBLIC-A', { name: 'Public A', publicNameTexts: { fr: 'Scierie d’Exemple' } })
  const row = (await root.get<Record<string, unknown>>(`/tenant/enterprise/${data.id}`)).data
  expect(row).toMatchObject({ name: 'Public A', publicNameTexts: { fr: 'Scierie d’Exemple' } })
  expect(taken(await add('PUBLIC-B', { name: 'Public B', publicNameTexts: { en: 'public  A' } }))).toBe(
    'publicNameTexts.en tenant.nameTaken',
  )
  expect(taken(await add('PUBLIC-B', { name: "scierie d'exemple" }))).toBe('name tenant.nameTaken')
  const other = (await add('PUBLIC-B', { name: 'Public B' })).data.id
  const edited = await root.put('/tenant/enterprise', { id: other, publicNameTexts: { zh: 'SCIERIE D’EXEMPLE' } })
  expect(taken(edited)).toBe('publicNameTexts.zh tenant.nameTaken')
  // Its own name is no other's.
  expect(refused(await root.put('/tenant/enterprise', { id: other, publicNameTexts: { en: 'Public B' } }))).toBe(
    'accepted',
  )
})

test('editing changes the editable fields; the identification stays', async () => {
  const { data } = await root.post<{ id: number }>('/tenant/enterprise', {
    identification: 'TIMBER-C',
    name: 'Demo Timber C',
  })
  expect(
    (await root.put('/tenant/enterprise', { id: data.id, name: 'Demo Timber C2', contact: 'New desk' })).code,
  ).toBe(200)
  expect((await root.get('/tenant/enterprise/list?name=C2')).rows).toMatchObject([
    { name: 'Demo Timber C2', contact: 'New desk', identification: 'TIMBER-C' },
  ])
  expect(refused(await root.put('/tenant/enterprise', { id: data.id, identification: 'OTHER-9' }))).toBe(
    'identification: unknownField',
  )
  expect(refused(await root.put('/tenant/enterprise', { id: data.id, rightsEpoch: 1 }))).toBe(
    'rightsEpoch: unknownField',
  )
  expect(refused(await root.put('/tenant/enterprise', { id: 1, status: '1' }))).toBe('tenant.platform')
})

test('the time zone is a name, that of China unless one is chosen, and people of the enterprise are told it', async () => {
  const zoneOf = async (id: number) => (await root.get<{ timeZone: string }>(`/tenant/enterprise/${id}`)).data.timeZone
  const add = async (identification: string, more: object) =>
    (
      await root.post<{ id: number }>('/tenant/enterprise', {
        identification,
        name: identification,
        kind: 'importer',
        ...more,
      })
    ).data.id
  const id = await add('ZONED-A', {})
  expect(await zoneOf(id)).toBe('Asia/Shanghai')
  expect(await zoneOf(await add('ZONED-B', { timeZone: 'Africa/Libreville' }))).toBe('Africa/Libreville')
  // An offset has no summer time, and the database reads its sign the other way round.
  for (const timeZone of ['Nowhere', '+08:00', 'UTC+8', 'Asia/Shanghai; select 1'])
    expect(refused(await root.put('/tenant/enterprise', { id, timeZone })), timeZone).toBe('timeZone: notOneOf')
  expect((await root.put('/tenant/enterprise', { id, timeZone: 'America/St_Johns' })).code).toBe(200)
  const person = await world.signIn({ id, deptId: null }, ['enterpriseAdmin'])
  expect((await person.get<{ user: { timeZone: string } }>('/getInfo')).data.user.timeZone).toBe('America/St_Johns')
})

test('the counts are those of each enterprise, and the export holds the filtered rows', async () => {
  const tenant = await world.makeTenant('COUNTED')
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const category = await admin.post<{ id: number }>('/catalog/category', { name: 'Logs', orderNum: 1 })
  expect(category.code).toBe(200)
  await world.admin.query(
    `with open as (insert into visit_day (tenant_id, day) values ($1, current_date), ($1, current_date - 1))
     insert into scan_day (tenant_id, day, scans) values ($1, current_date, 5), ($1, current_date - 1, 2)`,
    [tenant.id],
  )
  const row = (await root.get('/tenant/enterprise/list?identification=COUNTED')).rows[0]!
  expect(row).toMatchObject({ users: 1, scans: 7, batches: 0, codes: 0 })
  const sheet = await sheetOf((await root.get('/tenant/enterprise/export?identification=COUNTED')).raw)
  expect(sheet.rows).toHaveLength(1)
  expect(sheet.header.slice(0, 3)).toEqual(['ID', 'Enterprise identification', 'Name'])
  expect(row.why, 'nobody was made its administrator, but somebody holds the role').toEqual({})
  const platform = (await root.get('/tenant/enterprise/list?identification=platform')).rows[0]!
  expect(platform.why).toEqual({ changeStatus: 'tenant.platform', resetPwd: 'tenant.platform' })
  expect((await root.get('/tenant/enterprise/list?limit=100')).rows.map(one => one.identification)).toContain(
    'platform',
  )
})
