import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AnyEntity, entities, keyOf, tableOf } from '@timbermark/contract'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RouteSpec } from '../../src/platform/http/http.ts'
import { routes } from '../../src/routes.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { addSample } from '../samples.ts'
import { makeHolder, makeUser, unique } from '../system/people.ts'
import { sheetOf } from '../sheet.ts'
import {
  decisionMissing,
  decisionOf,
  listUndecided,
  nameOf,
  needsDecision,
  requestFor,
  scopedLists,
  storedEntityOf,
  undecidedLists,
  type WalkRequest,
} from './scope-decisions.ts'
import { noticeRead, type Place, places, rowMakers, visibleToOwner } from './scope-rows.ts'
import { makeScopeScene, type ScopeScene, visibleByScope } from './scope-scene.ts'

/**
 * SEC-15 to SEC-19 for everything that is declared: each list, one row, export, choices and verb, read with each data
 * scope. Which rows a route touches is declared with it (`scope`); a route or list without a decision fails.
 */
let world: World
let admin: Caller
let reader: ScopeScene['reader']
let depts: ScopeScene['depts']
let accounts: ScopeScene['accounts']
let of: ScopeScene['of']
let makeRows: ScopeScene['makeRows']
let setDataScope: ScopeScene['setDataScope']
const userNames = {} as Record<Place, string>
const missing = 999_999_999
const repository = join(import.meta.dirname, '../../../..')

beforeAll(async () => {
  world = await makeWorld()
  ;({ admin, reader, depts, accounts, of, makeRows, setDataScope } = await makeScopeScene(world, 'WALK'))
  for (const place of places)
    userNames[place] = (
      await world.admin.query('select user_name from account where id = $1', [accounts[place]])
    ).rows[0].user_name
})

/** Places whose account is named in these cells. */
const placesIn = (cells: readonly unknown[]) =>
  places.filter(place => cells.some(cell => String(cell) === userNames[place])).sort()

const entity = (key: string) => (entities as readonly AnyEntity[]).find(one => keyOf(one) === key)!

test('every declared list says whether a data scope limits its rows', () => {
  expect(undecidedLists.map(listUndecided)).toEqual([])
  const scoped = scopedLists.map(keyOf)
  expect(
    Object.keys(rowMakers).filter(key => !scoped.includes(key)),
    'makers of rows of lists that no longer exist',
  ).toEqual([])
})

const refusal = (answer: Answered) => `${answer.code} ${answer.error}`
/** Why a row was not changed; a call for many rows answers for each of them. */
const refusedAs = ({ error, data }: Answered) =>
  error ?? (data as { results?: { error?: string }[] } | undefined)?.results?.[0]?.error
const decided = routes.filter(needsDecision).map(route => ({ route, decision: decisionOf(route) }))
const called = new Set<string>()
const plainPath = ({ path }: RouteSpec) => path.replace(/\(\^.*?\$\)/g, '')
/** Finds a route that the walk is about to call. */
const find = (method: string, path: string): RouteSpec | undefined => {
  const route = routes.find(one => one.method === method && plainPath(one) === path)
  if (route) called.add(nameOf(route))
  return route
}

/** What a failure says: the call, what was sent, what was answered, and what to declare. */
function wrongAnswer(route: RouteSpec, list: string, { path, body }: WalkRequest, answer: Answered): string {
  const issues = (answer.data as { issues?: unknown } | null)?.issues
  return [
    `${nameOf(route)} must not find a row of ${list} outside of the data scope.`,
    `Sent: ${route.method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}`,
    `Answered: ${refusal(answer)}${issues ? ` ${JSON.stringify(issues)}` : ''}; expected: notFound.`,
    answer.error === 'invalid'
      ? 'The example that apps/server/src/areas/tool/examples.ts makes of its schema is not accepted: say in the schema what it needs ' +
        '(`oneOfEach`, a pattern, a least length, `.meta({ examples: [...] })`), so that the interface docs show it too.'
      : `If it does not touch rows of ${list}, declare \`scope\` next to its \`access\` (see ScopeDecision in packages/contract/src/call.ts); ` +
        'otherwise the handler must look the row up within the scope (lockRow, readOne).',
  ].join('\n')
}

describe.each(scopedLists.map(one => [keyOf(one), one] as const))('%s', (key, listed) => {
  let rows: Record<Place, number>
  const placeOf = (id: unknown) => places.find(place => rows[place] === Number(id))
  const filter = () => (key === 'system/notice/readUsers' ? `&noticeId=${noticeRead.id}` : '')
  const table = () => (storedEntityOf(key) ? tableOf(storedEntityOf(key)!) : undefined)
  const checksum = async () =>
    table() &&
    (await world.admin.query(`select md5(string_agg(t::text, ',' order by id)) as sum from "${table()}" t`)).rows[0].sum

  beforeAll(async () => {
    await setDataScope('1')
    rows = await makeRows(key)
  })

  test.each(visibleByScope)('answers the rows of scope %s and no others', async (scope, visible) => {
    await setDataScope(scope)
    const visibleIn = (where: 'list' | 'one') =>
      visibleToOwner[key]?.includes(where) ? [...new Set([...visible, 'self' as const])] : visible
    const wanted = [...visibleIn('list')].sort()
    const placesOf = (answered: readonly Record<string, unknown>[]) =>
      answered.flatMap(row => placeOf(row.id) ?? []).sort()
    if (find('GET', `/${key}/list`)) {
      const list = await reader.get(`/${key}/list?limit=100${filter()}`)
      expect(list.code, list.msg).toBe(200)
      expect(placesOf(list.rows), 'list').toEqual(wanted)
      // The calls of this walk are logged there too.
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
      expect(placesOf(options.data), 'choices').toEqual(wanted)
    }
    for (const { route, decision } of decided) {
      if (route.scope === undefined || !decision || !('rows' in decision) || decision.rows !== key) continue
      called.add(nameOf(route))
      const answer = await reader.get<Record<string, unknown>[]>(route.path)
      expect(placesOf(answer.data), route.path).toEqual(wanted)
    }
    const nothing = refusal(await reader.get(`/${key}/${missing}`))
    if (find('GET', `/${key}/:id`))
      // One inside of the scope and one outside: the list has covered the others.
      for (const place of [
        places.find(one => visibleIn('one').includes(one)),
        places.find(one => !visibleIn('one').includes(one)),
      ]) {
        if (!place) continue
        const one = await reader.get(`/${key}/${rows[place]}`)
        expect(one.code === 200, `one row of ${place}: ${one.error}`).toBe(visibleIn('one').includes(place))
        if (!visibleIn('one').includes(place)) expect(refusal(one)).toBe(nothing)
      }
  })

  test('no call finds a row outside of the scope', async () => {
    await setDataScope('5')
    const before = await checksum()
    for (const { route, decision } of decided) {
      if (!decision || !('row' in decision) || decision.row !== key) continue
      const { method } = route
      // Read above.
      if (method === 'GET' && plainPath(route) === `/${key}/:id`) continue
      called.add(nameOf(route))
      const send = ({ path, body }: WalkRequest) => {
        if (method === 'GET') return reader.get(path)
        if (method === 'DELETE') return reader.delete(path)
        return method === 'PUT' ? reader.put(path, body) : reader.post(path, body)
      }
      const request = requestFor(route, decision, rows.port)
      const foreign = await send(request)
      const absent = await send(requestFor(route, decision, missing))
      expect.soft(refusedAs(foreign), wrongAnswer(route, key, request, foreign)).toBe('notFound')
      expect.soft([refusal(foreign), refusedAs(foreign)], nameOf(route)).toEqual([refusal(absent), refusedAs(absent)])
    }
    expect(await checksum(), 'nothing changed').toBe(before)
  })

  if (listed.operations.includes('edit') && decided.some(({ route }) => nameOf(route) === `PUT /${key}`))
    test('a row inside of the scope can be changed', async () => {
      await setDataScope('5')
      expect((await reader.put(`/${key}`, { id: rows.self })).code).toBe(200)
    })
})

/** References to rows that a data scope limits, of every entity that people add. */
const limitedReferences = (entities as readonly AnyEntity[])
  .filter(one => one.operations.includes('add') && routes.some(route => nameOf(route) === `POST /${keyOf(one)}`))
  .flatMap(one =>
    Object.entries(one.fields).flatMap(([field, kind]) => {
      if (kind.kind !== 'ref' || kind.shared || kind.readonly || kind.changeOnly) return []
      const target = entity(kind.entity)
      return target.scoped || target.people ? [[`${keyOf(one)}.${field}`, one, field, target] as const] : []
    }),
  )

describe('references', () => {
  test('to people and to rows in scope are all in this walk', () => {
    const names = limitedReferences.map(([name]) => name)
    expect(names).toEqual(
      expect.arrayContaining(['channel/dealer.accountId', 'channel/customer.accountId', 'channel/supplier.accountId']),
    )
    expect(names.length).toBeGreaterThan(10)
  })

  test.each(limitedReferences)('%s names no row outside of the scope', async (_name, one, field, target) => {
    await setDataScope('1')
    const foreign = target.people ? accounts.port : (await makeRows(keyOf(target))).port
    const { body } = await addSample(admin, one, unique('REF'), new Map())
    await setDataScope('5')
    const write = async (id: number) => {
      const answer = await reader.post<{ issues?: { field: string; error: string; message: string }[] }>(
        `/${keyOf(one)}`,
        { ...body, [field]: id },
      )
      return answer.data?.issues?.find(issue => issue.field === field)
    }
    expect(await write(foreign)).toMatchObject({ error: 'referenceMissing' })
    expect(await write(foreign)).toEqual(await write(missing))
  })

  test.each(['dealer', 'customer', 'supplier'])('a %s names only people whom its writer may look up', async key => {
    await setDataScope('1')
    const userType = key === 'supplier' ? 4 : 5
    const near = await makeUser(admin, depts.mill, { userType })
    const far = await makeUser(admin, depts.port, { userType })
    const write = ['list', 'add', 'edit', 'import'].map(verb => `channel:${key}:${verb}`)
    const clerk = await makeHolder(world, admin, depts.mill, write, { dataScope: '4' })
    const lister = await makeHolder(world, admin, depts.mill, [...write, 'system:user:list'], { dataScope: '4' })
    const { id } = await addSample(admin, entity(`channel/${key}`), unique('P'))
    await world.admin.query(`update ${key} set dept_id = $2 where id = $1`, [id, depts.mill])
    const put = async (caller: Caller, accountId: number | null) => {
      const { code, data } = await caller.put<{ issues?: { field: string; error: string }[] }>(`/channel/${key}`, {
        id,
        accountId,
      })
      return code === 200 ? 'done' : data.issues?.map(issue => `${issue.field} ${issue.error}`).join()
    }
    // Of the right type, of another type, of another department, of nobody: one answer.
    for (const account of [near.id, admin.accountId, far.id, missing])
      expect(await put(clerk, account)).toBe('accountId referenceMissing')
    expect(await put(lister, far.id)).toBe('accountId referenceMissing')
    expect(await put(lister, near.id)).toBe('done')
    // What is there may stay, and nobody takes away whom they may not choose.
    expect(await put(clerk, near.id)).toBe('done')
    expect(await put(clerk, null)).toBe('accountId referenceKept')
    expect(await put(lister, null)).toBe('done')
    const names = async (caller: Caller) =>
      Object.values(unzipSync((await caller.get(`/channel/${key}/importTemplate`)).raw)).some(part =>
        Buffer.from(part).includes(near.userName),
      )
    expect([await names(clerk), await names(lister)]).toEqual([false, true])
  })
})

describe('every route behind a permission of an enterprise’s users', () => {
  test('has a decision', () => {
    expect(decided.filter(({ decision }) => !decision).map(({ route }) => decisionMissing(route))).toEqual([])
  })

  test('is called above when it touches rows of a scoped list', () => {
    const uncalled = decided.flatMap(({ route, decision }) =>
      decision && ('row' in decision || 'rows' in decision) && !called.has(nameOf(route))
        ? [`${nameOf(route)} declares ${JSON.stringify(decision)}, which is no list that a data scope limits`]
        : [],
    )
    expect(uncalled).toEqual([])
  })

  test('names calls and tests that exist', () => {
    const names = new Set(decided.map(({ route }) => `${route.method} ${plainPath(route)}`))
    const stale = decided.flatMap(({ route, decision }) => {
      if (!decision) return []
      const target = 'like' in decision ? decision.like : 'in' in decision ? decision.in : undefined
      const exists = 'like' in decision ? names.has(decision.like) : !target || existsSync(join(repository, target))
      return exists ? [] : [`${nameOf(route)}: ${target} does not exist`]
    })
    expect(stale).toEqual([])
  })
})

describe('calls that are no plain list', () => {
  const staff = (visible: readonly Place[]) => visible.filter(place => place !== 'self').sort()
  const placesOfAccounts = (ids: readonly unknown[]) =>
    places.filter(place => place !== 'self' && ids.some(id => Number(id) === accounts[place])).sort()

  test.each(visibleByScope)(
    'field users to authorize, choices of users, and an account to unlock: scope %s',
    async (scope, visible) => {
      await setDataScope(scope)
      for (const path of ['/stage/authorization/users', '/system/user/options?userType=2']) {
        const { data } = await reader.get<{ id: number }[]>(path)
        expect(placesOfAccounts(data.map(row => row.id)), path).toEqual(staff(visible))
      }
      for (const place of places) {
        const answer = await reader.post(`/monitor/logininfor/unlock/${userNames[place]}`)
        expect(answer.code === 200, `unlock ${place}`).toBe(visible.includes(place))
      }
      expect((await reader.post('/monitor/logininfor/unlock/nobody-at-all')).error).toBe('notFound')
    },
  )

  test('a user outside of the scope cannot be authorized', async () => {
    await setDataScope('3')
    const give = (userId: number) => reader.post('/stage/authorization', { userId, stages: ['packing'] })
    const set = (userId: number) => reader.put('/stage/authorization', { userId, stages: ['packing'] })
    for (const call of [give, set]) {
      const foreign = await call(accounts.port)
      expect(foreign.error).toBe('invalid')
      expect(foreign.data).toEqual((await call(missing)).data)
    }
    expect((await give(accounts.mill)).code).toBe(200)
  })

  test('a form of users offers and accepts only roles and posts in scope', async () => {
    await setDataScope('1')
    const [role, post] = [
      await rowMakers['system/role']!({ ...of('port') }),
      await addSample(admin, entity('system/post'), unique('P')),
    ]
    await world.admin.query('update post set dept_id = $2, created_by = $3 where id = $1', [
      post.id,
      depts.port,
      accounts.port,
    ])
    await setDataScope('3')
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

  test.each(visibleByScope)(
    'the figures of the home page count what the lists show: scope %s',
    async (scope, visible) => {
      await setDataScope(scope)
      const { data } = await reader.get<Record<string, number>>('/stats/overview')
      const total = async (path: string) => (await reader.get(`${path}/list`)).total
      for (const [figure, path] of [
        ['products', '/catalog/product'],
        ['batches', '/catalog/batch'],
      ] as const)
        expect(data[figure], figure).toBe(await total(path))
      // Scope 1 reads the roll-ups of days, which do not contain the rows of this walk.
      const visits = scope === '1' ? 0 : visible.length
      expect([data.scans, data.checks]).toEqual([visits, visits])
      const { now } = (await reader.get<{ now: Record<string, number> }>('/stats/activity?days=7')).data
      expect([now.scans, now.checks]).toEqual([visits, visits])
    },
  )

  test('figures of lists that the caller must not read are null', async () => {
    const lister = await makeHolder(world, admin, depts.mill, ['catalog:product:list'], { dataScope: '1' })
    const { data } = await lister.get<Record<string, number | null>>('/stats/overview')
    expect(data).toMatchObject({ batches: null, codes: null, scans: null, checks: null })
    expect(data.products).toBeGreaterThan(0)
    expect((await lister.get('/stats/activity?days=7')).error).toBe('forbidden')
    const checker = await makeHolder(world, admin, depts.mill, ['trace:check-log:list'], { dataScope: '1' })
    const { now } = (await checker.get<{ now: Record<string, number | null> }>('/stats/activity?days=7')).data
    expect(now).toMatchObject({ codes: null, scans: null, checks: expect.any(Number) })
  })

  test.each([
    ['operlog', 'operName'],
    ['logininfor', 'userName'],
  ])('emptying %s leaves entries outside of the scope', async (log, by) => {
    await setDataScope('5')
    // Filtered by name: the walks above left many pages of entries.
    const of = async (name: string) => (await admin.get(`/monitor/${log}/list?limit=1&${by}=${name}`)).total
    const places = ['mill', 'port'] as const
    const before = await Promise.all(places.map(place => of(userNames[place])))
    for (const count of before) expect(count).toBeGreaterThan(0)
    expect((await reader.delete(`/monitor/${log}/clean`)).code).toBe(200)
    expect(await Promise.all(places.map(place => of(userNames[place])))).toEqual(before)
  })
})
