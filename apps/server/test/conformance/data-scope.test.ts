import {
  type AnyEntity,
  entities,
  keyOf,
  type Listed,
  listedByKey,
  platformPermissions,
  tableOf,
  views,
} from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionsOf, type RouteSpec } from '../../src/platform/http/http.ts'
import { routes } from '../../src/routes.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { addSampleDivision, addSample } from '../samples.ts'
import { makeDept, makeHolder, makeUser, unique } from '../system/people.ts'
import { sheetOf } from '../sheet.ts'
import {
  alsoListed,
  calls,
  noticeRead,
  openings,
  ownToo,
  type Place,
  places,
  unwalked,
  wholeEnterprise,
} from './scope-decisions.ts'

/**
 * SEC-15 to SEC-19 for everything that is declared: each list, one row, export, choices and verb, read by somebody of
 * each data scope. What has rows and no decision about whose they are fails here (`scope-decisions.ts`).
 *
 *   root
 *   ├── mill          ← the reader works here
 *   │   └── saw
 *   └── port          ← chosen for scope 2
 */
let world: World
let admin: Caller
let reader: Caller & { roleId: number }
const depts = {} as Record<Place, number>
const accounts = {} as Record<Place, number>
const userNames = {} as Record<Place, string>
const missing = 999_999_999

const expected: [scope: string, seen: readonly Place[]][] = [
  ['1', places],
  ['2', ['port']],
  ['3', ['mill', 'self']],
  ['4', ['mill', 'saw', 'self']],
  ['5', ['self']],
]

/** Permissions that only the platform's people hold: their rows are those of no department. */
const ofPlatform = platformPermissions()

beforeAll(async () => {
  world = await makeWorld()
  await addSampleDivision(world)
  const tenant = await world.makeTenant('WALK')
  admin = await world.signIn(tenant, ['enterpriseAdmin'], { deptId: null })
  depts.root = tenant.deptId
  depts.mill = depts.self = await makeDept(admin, tenant.deptId)
  depts.saw = await makeDept(admin, depts.mill)
  depts.port = await makeDept(admin, tenant.deptId)
  const { rows } = await world.admin.query<{ perms: string }>(
    `select distinct perms from menu where not platform_only and perms <> ''`,
  )
  reader = await makeHolder(
    world,
    admin,
    depts.mill,
    rows.map(row => row.perms),
    { dataScope: '2', deptIds: [depts.port] },
  )
  accounts.self = reader.accountId
  for (const place of ['root', 'mill', 'saw', 'port'] as const)
    accounts[place] = (await makeUser(admin, depts[place], { userType: 2 })).id
  for (const place of places)
    userNames[place] = (
      await world.admin.query('select user_name from account where id = $1', [accounts[place]])
    ).rows[0].user_name
})

/** From now on the reader's role reaches so far. */
async function reach(scope: string): Promise<void> {
  await world.admin.query('update role set data_scope = $2 where id = $1', [reader.roleId, scope])
  await world.admin.query('update enterprise set rights_epoch = rights_epoch + 1 where id = $1', [admin.tenantId])
}

/** Whose names stand in these cells. */
const placesIn = (cells: readonly unknown[]) =>
  places.filter(place => cells.some(cell => String(cell) === userNames[place])).sort()

const of = (place: Place) => ({ world, admin, place, deptId: depts[place], accountId: accounts[place] })
const entity = (key: string) => (entities as readonly AnyEntity[]).find(one => keyOf(one) === key)!

/** One row of each place, however the list's rows come to be. */
async function makeRows(key: string): Promise<Record<Place, number>> {
  const made = {} as Record<Place, number>
  const opening = openings[key]
  for (const place of places) {
    if (opening) made[place] = await opening(of(place))
    else {
      const stored = ownerOf(key)!
      const { id } = await addSample(admin, stored, unique('W'))
      await world.admin.query(`update "${tableOf(stored)}" set dept_id = $2, created_by = $3 where id = $1`, [
        id,
        depts[place],
        accounts[place],
      ])
      made[place] = id
    }
  }
  return made
}

/** The stored entity whose rows a list shows. */
function ownerOf(key: string): AnyEntity | undefined {
  const listed = listedByKey(key)
  const stored =
    (listed as { of?: AnyEntity } | undefined)?.of ?? (entities as readonly AnyEntity[]).find(one => keyOf(one) === key)
  return stored
}

const declared = [
  ...new Map(
    [...(entities as readonly Listed[]), ...(views as readonly Listed[])].map(one => [keyOf(one), one]),
  ).values(),
]
const walked = declared.filter(
  one => !(keyOf(one) in wholeEnterprise) && (keyOf(one) in openings || ownerOf(keyOf(one))?.scoped),
)

test('every declared list has a decision whose its rows are', () => {
  const undecided = declared.filter(one => !walked.includes(one) && !(keyOf(one) in wholeEnterprise)).map(keyOf)
  expect(undecided).toEqual([])
  const stale = [...Object.keys(wholeEnterprise), ...Object.keys(openings)].filter(key => !listedByKey(key))
  expect(stale).toEqual([])
})

const refusal = (answer: Answered) => `${answer.code} ${answer.error}`
/** Why a row was not changed; a call for many rows answers for each of them. */
const refusedAs = ({ error, data }: Answered) =>
  error ?? (data as { results?: { error?: string }[] } | undefined)?.results?.[0]?.error
const nameOfRoute = (route: RouteSpec) => `${route.method} ${route.path}`
const seenRoutes = new Set<string>()
const find = (method: string, path: string): RouteSpec | undefined => {
  const route = routes.find(one => one.method === method && one.path.replace(/\(.*?\)$|\(\^.*?\$\)/g, '') === path)
  if (route) seenRoutes.add(nameOfRoute(route))
  return route
}

describe.each(walked.map(one => [keyOf(one), one] as const))('%s', (key, listed) => {
  let rows: Record<Place, number>
  const nameOf = (id: unknown) => places.find(place => rows[place] === Number(id))
  const filter = () => (key === 'system/notice/readUsers' ? `&noticeId=${noticeRead.id}` : '')
  const table = () => (ownerOf(key) ? tableOf(ownerOf(key)!) : undefined)
  const checksum = async () =>
    table() &&
    (await world.admin.query(`select md5(string_agg(t::text, ',' order by id)) as sum from "${table()}" t`)).rows[0].sum

  beforeAll(async () => {
    await reach('1')
    rows = await makeRows(key)
  })

  test.each(expected)('is read by somebody of scope %s as far as that goes', async (scope, seen) => {
    await reach(scope)
    const seenToo = (where: 'list' | 'one') =>
      ownToo[key]?.includes(where) ? [...new Set([...seen, 'self' as const])] : seen
    const wanted = [...seenToo('list')].sort()
    const names = (found: readonly Record<string, unknown>[]) => found.flatMap(row => nameOf(row.id) ?? []).sort()
    if (find('GET', `/${key}/list`)) {
      const list = await reader.get(`/${key}/list?limit=100${filter()}`)
      expect(list.code, list.msg).toBe(200)
      expect(names(list.rows), 'list').toEqual(wanted)
      // What the walk itself does comes to stand in these logs.
      const growing = key === 'monitor/operlog'
      if (!growing) expect(list.total, 'total').toBe(list.rows.length)
      if (find('GET', `/${key}/export`)) {
        const sheet = await sheetOf((await reader.get(`/${key}/export`)).raw)
        if (growing) expect(placesIn(sheet.rows.flat())).toEqual(wanted)
        else expect(sheet.rows.length, 'export').toBe(list.total)
      }
    }
    if (find('GET', `/${key}/options`)) {
      const options = await reader.get<Record<string, unknown>[]>(
        `/${key}/options?ids=${Object.values(rows).join(',')}`,
      )
      expect(names(options.data), 'choices').toEqual(wanted)
    }
    for (const [name, path] of Object.entries(alsoListed[key] ?? {})) {
      seenRoutes.add(name)
      const answer = await reader.get<Record<string, unknown>[]>(path)
      expect(names(answer.data), path).toEqual(wanted)
    }
    const nothing = refusal(await reader.get(`/${key}/${missing}`))
    if (find('GET', `/${key}/:id`))
      // One in reach and one out of it: the list has told the others.
      for (const place of [
        places.find(one => seenToo('one').includes(one)),
        places.find(one => !seenToo('one').includes(one)),
      ]) {
        if (!place) continue
        const one = await reader.get(`/${key}/${rows[place]}`)
        expect(one.code === 200, `one row of ${place}: ${one.error}`).toBe(seenToo('one').includes(place))
        if (!seenToo('one').includes(place)) expect(refusal(one)).toBe(nothing)
      }
  })

  test('is changed by nobody whose scope does not reach it, by whichever verb', async () => {
    await reach('5')
    const before = await checksum()
    const verbs = routes.filter(
      route =>
        route.method !== 'GET' &&
        (route.path.startsWith(`/${key}/:id`) || ['', '/changeStatus'].some(end => route.path === `/${key}${end}`)) &&
        !(route.method === 'POST' && route.path === `/${key}`) &&
        permissionsOf(route.access).some(permission => !ofPlatform.has(permission)),
    )
    const own = calls[key] ?? {}
    const named = [...new Set([...verbs.map(nameOfRoute), ...Object.keys(own)])]
    for (const name of named) {
      seenRoutes.add(name)
      const [method, template] = name.split(' ') as [string, string]
      const call = (id: number) => {
        const plain = template.includes(':id') ? {} : template.endsWith('changeStatus') ? { id, status: '1' } : { id }
        const { path, body } = own[name]?.(id) ?? { path: template.replace(/:ids?\(.*?\$\)/, String(id)), body: plain }
        if (method === 'GET') return reader.get(path)
        if (method === 'DELETE') return reader.delete(path)
        return method === 'PUT' ? reader.put(path, body) : reader.post(path, body)
      }
      const foreign = await call(rows.port)
      const absent = await call(missing)
      expect(refusedAs(foreign), name).toBe('notFound')
      expect([refusal(foreign), refusedAs(foreign)], name).toEqual([refusal(absent), refusedAs(absent)])
    }
    expect(await checksum(), 'nothing changed').toBe(before)
  })

  if (listed.operations.includes('edit') && walkable(`PUT /${key}`))
    test('is changed by whoever reaches it', async () => {
      await reach('5')
      expect((await reader.put(`/${key}`, { id: rows.self })).code).toBe(200)
    })
})

function walkable(name: string): boolean {
  return routes.some(route => nameOfRoute(route) === name) && !(name in unwalked)
}

test('every route that a right opens is walked above, or says where its scope is held', () => {
  const names = routes
    .filter(route => permissionsOf(route.access).some(permission => !ofPlatform.has(permission)))
    .map(nameOfRoute)
  const adding = (name: string) =>
    declared.some(one =>
      [`POST /${keyOf(one)}`, `GET /${keyOf(one)}/importTemplate`, `POST /${keyOf(one)}/importData`].includes(name),
    )
  expect(names.filter(name => !seenRoutes.has(name) && !adding(name) && !(name in unwalked))).toEqual([])
  expect(
    Object.keys(unwalked).filter(name => !names.includes(name)),
    'routes that are no more',
  ).toEqual([])
})

describe('what is no plain list', () => {
  const staff = (seen: readonly Place[]) => seen.filter(place => place !== 'self').sort()
  const named = (ids: readonly unknown[]) =>
    places.filter(place => place !== 'self' && ids.some(id => Number(id) === accounts[place])).sort()

  test.each(expected)(
    'field users to authorize, choices of users, and an account to unlock: scope %s',
    async (scope, seen) => {
      await reach(scope)
      for (const path of ['/stage/authorization/users', '/system/user/options?userType=2']) {
        const { data } = await reader.get<{ id: number }[]>(path)
        expect(named(data.map(row => row.id)), path).toEqual(staff(seen))
      }
      for (const place of places) {
        const answer = await reader.post(`/monitor/logininfor/unlock/${userNames[place]}`)
        expect(answer.code === 200, `unlock ${place}`).toBe(seen.includes(place))
      }
      expect((await reader.post('/monitor/logininfor/unlock/nobody-at-all')).error).toBe('notFound')
    },
  )

  test('somebody out of reach is authorized for nothing', async () => {
    await reach('3')
    const give = (userId: number) => reader.post('/stage/authorization', { userId, stages: ['packing'] })
    const set = (userId: number) => reader.put('/stage/authorization', { userId, stages: ['packing'] })
    for (const call of [give, set]) {
      const foreign = await call(accounts.port)
      expect(foreign.error).toBe('invalid')
      expect(foreign.data).toEqual((await call(missing)).data)
    }
    expect((await give(accounts.mill)).code).toBe(200)
  })

  test('a form of users offers roles and posts in reach, and takes no others', async () => {
    await reach('1')
    const [role, post] = [
      await openings['system/role']!({ ...of('port') }),
      await addSample(admin, entity('system/post'), unique('P')),
    ]
    await world.admin.query('update post set dept_id = $2, created_by = $3 where id = $1', [
      post.id,
      depts.port,
      accounts.port,
    ])
    await reach('3')
    const form = (await reader.get<Record<'roles' | 'posts', { id: number }[]>>('/system/user')).data
    expect(form.roles.map(one => one.id)).not.toContain(role)
    expect(form.posts.map(one => one.id)).not.toContain(post.id)
    const change = (body: object) => reader.put('/system/user', { id: accounts.mill, ...body })
    expect(await change({ postIds: [post.id] })).toMatchObject({
      data: { issues: [{ field: 'postIds', error: 'referenceMissing' }] },
    })
    expect(await change({ roleIds: [role] })).toMatchObject({
      data: { issues: [{ field: 'roleIds', error: 'referenceMissing' }] },
    })
  })

  test.each(expected)('the home page’s figures count what the lists show: scope %s', async (scope, seen) => {
    await reach(scope)
    const { data } = await reader.get<Record<string, number>>('/stats/overview')
    const total = async (path: string) => (await reader.get(`${path}/list`)).total
    for (const [figure, path] of [
      ['products', '/catalog/product'],
      ['batches', '/catalog/batch'],
    ] as const)
      expect(data[figure], figure).toBe(await total(path))
    // Whoever reaches all reads the sums of the days, which the rows of this walk are not part of.
    const visits = scope === '1' ? 0 : seen.length
    expect([data.scans, data.checks]).toEqual([visits, visits])
    const { now } = (await reader.get<{ now: Record<string, number> }>('/stats/activity?days=7')).data
    expect([now.scans, now.checks]).toEqual([visits, visits])
  })

  test('figures of what somebody may not list are not told', async () => {
    const teller = await makeHolder(world, admin, depts.mill, ['catalog:product:list'], { dataScope: '1' })
    const { data } = await teller.get<Record<string, number | null>>('/stats/overview')
    expect(data).toMatchObject({ batches: null, codes: null, scans: null, checks: null })
    expect(data.products).toBeGreaterThan(0)
    expect((await teller.get('/stats/activity?days=7')).error).toBe('forbidden')
    const checker = await makeHolder(world, admin, depts.mill, ['trace:check-log:list'], { dataScope: '1' })
    const { now } = (await checker.get<{ now: Record<string, number | null> }>('/stats/activity?days=7')).data
    expect(now).toMatchObject({ codes: null, scans: null, checks: expect.any(Number) })
  })

  test.each([
    ['operlog', 'operName'],
    ['logininfor', 'userName'],
  ])('emptying %s leaves what is out of reach', async (log, by) => {
    await reach('5')
    // By name: what the walks above left behind are many pages.
    const of = async (name: string) => (await admin.get(`/monitor/${log}/list?limit=1&${by}=${name}`)).total
    const places = ['mill', 'port'] as const
    const before = await Promise.all(places.map(place => of(userNames[place])))
    for (const count of before) expect(count).toBeGreaterThan(0)
    expect((await reader.delete(`/monitor/${log}/clean`)).code).toBe(200)
    expect(await Promise.all(places.map(place => of(userNames[place])))).toEqual(before)
  })
})
