import { beforeAll, describe, expect, test } from 'vitest'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { makeDept, makeHolder, makeRole, makeUser, refused, unique } from './people.ts'

/**
 * Nobody gains or grants scope that they do not hold. This test computes the scope of each account per menu from the tables
 * alone, before and after; it uses none of the server's own checks.
 *
 *   root
 *   ├── mill          ← the actor works here
 *   │   └── saw
 *   └── port
 *       └── quay      ← the department that is moved
 */
let world: World
let admin: Caller
const depts: Record<string, number> = {}
/** A user without a role in each department except the one that is moved. */
const staff: Record<string, number> = {}
const scopes = ['1', '2', '3', '4', '5'] as const
/** One role of each scope with every menu that an enterprise can hold, except those of the tested calls. */
const everything: Record<string, number> = {}
/** Permissions of the tested calls, with full scope, so that only the other menus limit the actor. */
const doors = [
  ...['list', 'query', 'add', 'edit'].map(verb => `system:user:${verb}`),
  ...['list', 'query', 'edit'].map(verb => `system:role:${verb}`),
  ...['list', 'query', 'edit'].map(verb => `system:dept:${verb}`),
]
/** Users are rows too: the scope of these menus follows their department. */
const reachesUsers = (permission: string) =>
  /^(system:(user|role)|monitor:online|stage:authorization):/.test(permission)

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('TAKEN')
  admin = await world.signIn(tenant, ['enterpriseAdmin'], { deptId: null })
  depts.root = tenant.deptId
  depts.mill = await makeDept(admin, tenant.deptId)
  depts.saw = await makeDept(admin, depts.mill)
  depts.port = await makeDept(admin, tenant.deptId)
  depts.quay = await makeDept(admin, depts.port)
  for (const place of ['root', 'mill', 'saw', 'port']) staff[place] = (await makeUser(admin, depts[place]!)).id
  const { rows } = await world.admin.query<{ perms: string }>(
    `select distinct perms from menu where not platform_only and status = '0' and perms <> '' and perms <> all($1)`,
    [doors],
  )
  for (const dataScope of scopes)
    everything[dataScope] = await makeRole(
      world,
      admin,
      rows.map(row => row.perms),
      { dataScope, deptIds: dataScope === '2' ? [depts.port] : [] },
    )
})

type Statement = [text: string, values: unknown[]]
const held = (account: number, role: number): Statement => [
  'insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3)',
  [admin.tenantId, account, role],
]
const released = (account: number): Statement => ['delete from account_role where account_id = $1', [account]]

type Scope = ReadonlySet<number> | 'all'
/** By account and permission. */
type Reached = Map<number, Map<string, Scope>>

async function reached(): Promise<Reached> {
  const { rows: departments } = await world.admin.query<{ id: string; parent_id: string | null }>(
    'select id, parent_id from dept where tenant_id = $1',
    [admin.tenantId],
  )
  const parents = new Map(
    departments.map(row => [Number(row.id), row.parent_id === null ? null : Number(row.parent_id)]),
  )
  const below = (top: number) =>
    [...parents.keys()].filter(dept => {
      for (let walk: number | null = dept; walk !== null; walk = parents.get(walk) ?? null)
        if (walk === top) return true
      return false
    })
  const { rows } = await world.admin.query<{
    account: string
    dept: string | null
    scope: string
    chosen: number[]
    perms: string[]
  }>(
    `select a.id as account, a.dept_id as dept, r.data_scope as scope,
       coalesce((select json_agg(rd.dept_id) from role_dept rd where rd.role_id = r.id), '[]') as chosen,
       (select json_agg(distinct m.perms) from role_menu rm join menu m on m.id = rm.menu_id where rm.role_id = r.id and m.perms <> '') as perms
     from account a join account_role ar on ar.account_id = a.id join role r on r.id = ar.role_id where a.tenant_id = $1`,
    [admin.tenantId],
  )
  const by: Reached = new Map()
  for (const row of rows) {
    const account = Number(row.account)
    const dept = row.dept === null ? null : Number(row.dept)
    const of = by.get(account) ?? new Map<string, Scope>()
    by.set(account, of)
    const ownDepts = dept === null ? [] : row.scope === '3' ? [dept] : row.scope === '4' ? below(dept) : []
    const mine: Scope = row.scope === '1' ? 'all' : new Set(row.scope === '2' ? row.chosen : ownDepts)
    for (const permission of row.perms) {
      const before = of.get(permission) ?? new Set<number>()
      of.set(permission, before === 'all' || mine === 'all' ? 'all' : new Set([...before, ...mine]))
    }
  }
  return by
}

const within = (needed: Scope, held: Scope) =>
  held === 'all' || (needed !== 'all' && [...needed].every(dept => held.has(dept)))

/** What anybody gained by a change although the actor did not hold it before, one line each. */
function taken(before: Reached, after: Reached, actor: number): string[] {
  const mine = before.get(actor) ?? new Map<string, Scope>()
  const gains: string[] = []
  for (const [account, permissions] of after)
    for (const [permission, now] of permissions) {
      const was = before.get(account)?.get(permission)
      if (was !== undefined && within(now, was)) continue
      const held = mine.get(permission)
      if (held === undefined || !within(now, held === 'all' || was === undefined ? held : joined(was, held)))
        gains.push(`${account} ${permission}`)
    }
  return gains
}
const joined = (a: Scope, b: Scope): Scope => (a === 'all' || b === 'all' ? 'all' : new Set([...a, ...b]))

/**
 * Makes the change in the tables, computes what it would grant, undoes it; then tries it through the call.
 * @param change statements, undone by `back`
 * @param also further reasons to expect a refusal
 */
async function tryDoor(
  title: string,
  actor: Caller,
  {
    change,
    back,
    door,
    also,
  }: {
    change: Statement
    back: Statement
    door: () => Promise<Answered>
    also?: (before: Reached) => boolean
  },
): Promise<boolean> {
  const before = await reached()
  await world.admin.query('begin')
  await world.admin.query(...change)
  const after = await reached()
  await world.admin.query('rollback')
  const wrong = taken(before, after, actor.accountId).length > 0 || also?.(before) === true
  const answer = await door()
  expect(answer.code === 200 ? 'accepted' : 'refused', `${title}: ${refused(answer)}`).toBe(
    wrong ? 'refused' : 'accepted',
  )
  if (answer.code === 200) await world.admin.query(...back)
  return !wrong
}

describe.each(scopes)('an administrator of people with scope %s', mine => {
  let actor: Caller
  const move = 'update account set dept_id = $2 where id = $1'
  const outcomes: boolean[] = []

  beforeAll(async () => {
    actor = await makeHolder(world, admin, depts.mill!, doors, { dataScope: '1' })
    await world.admin.query(...held(actor.accountId, everything[mine]!))
    await world.admin.query('update enterprise set rights_epoch = rights_epoch + 1 where id = $1', [admin.tenantId])
  })

  test.each(scopes)(
    'grants a role of scope %s only to people with whom its scope stays within the actor’s',
    async scopeToGrant => {
      const role = everything[scopeToGrant]!
      for (const [place, user] of Object.entries(staff))
        outcomes.push(
          await tryDoor(`scope ${scopeToGrant} to somebody of ${place}`, actor, {
            change: held(user, role),
            back: released(user),
            door: () => actor.put(`/system/user/authRole?userId=${user}&roleIds=${role}`),
          }),
        )
    },
  )

  test.each(scopes)(
    'moves a holder of scope %s only to where the holder’s scope stays within the actor’s',
    async heldScope => {
      const user = staff.saw!
      await world.admin.query(...held(user, everything[heldScope]!))
      for (const place of ['root', 'mill', 'port'])
        outcomes.push(
          await tryDoor(`a holder of ${heldScope} to ${place}`, actor, {
            change: [move, [user, depts[place]]],
            back: [move, [user, depts.saw]],
            door: () => actor.put('/system/user', { userId: user, deptId: depts[place] }),
            also: before => {
              const actorScopes = before.get(actor.accountId)!
              const reaches = (permission: string, dept: string) =>
                within(new Set([depts[dept]!]), actorScopes.get(permission)!)
              const drawn = [...actorScopes.keys()].some(
                permission => reachesUsers(permission) && reaches(permission, place) && !reaches(permission, 'saw'),
              )
              const higher = [...before.get(user)!].some(
                ([permission, scope]) => !within(scope, actorScopes.get(permission)!),
              )
              return drawn || higher
            },
          }),
        )
      await world.admin.query(...released(user))
    },
  )

  test('moves themselves only to where their scope does not grow', async () => {
    for (const place of ['root', 'saw', 'port'])
      outcomes.push(
        await tryDoor(`himself to ${place}`, actor, {
          change: [move, [actor.accountId, depts[place]]],
          back: [move, [actor.accountId, depts.mill]],
          door: () => actor.put('/system/user', { userId: actor.accountId, deptId: depts[place] }),
        }),
      )
  })

  test('moves a department only to where nobody gains scope that the actor does not have', async () => {
    await world.admin.query(...held(staff.saw!, everything['4']!))
    for (const place of ['root', 'mill', 'saw'])
      outcomes.push(
        await tryDoor(`quay below ${place}`, actor, {
          change: ['update dept set parent_id = $2 where id = $1', [depts.quay, depts[place]]],
          back: [
            'update dept set parent_id = $2, ancestors = array[$3::bigint, $2::bigint] where id = $1',
            [depts.quay, depts.port, depts.root],
          ],
          door: () => actor.put('/system/dept', { deptId: depts.quay, parentId: depts[place] }),
        }),
      )
    for (const holder of [staff.saw!, actor.accountId]) await world.admin.query(...released(holder))
    expect(outcomes.includes(true), 'something was allowed').toBe(true)
    if (mine !== '1') expect(outcomes.includes(false), 'something was refused').toBe(true)
  })
})

describe('an administrator of all users with customers of their own department only', () => {
  let actor: Caller & { roleId: number }
  let customers: number

  beforeAll(async () => {
    customers = await makeRole(world, admin, ['channel:customer:list'], { dataScope: '3' })
    actor = await makeHolder(
      world,
      admin,
      depts.mill!,
      [...doors, 'system:user:resetPwd', 'system:user:remove', 'system:role:add'],
      { dataScope: '1' },
    )
    await admin.put(`/system/user/authRole?userId=${actor.accountId}&roleIds=${actor.roleId},${customers}`)
    await admin.post('/channel/customer', { name: unique('customer ') })
  })

  test('cannot take over an account with a larger scope by setting its password', async () => {
    const other = await makeUser(admin, depts.port!, { roleIds: [customers] })
    const near = await makeUser(admin, depts.mill!, { roleIds: [customers] })
    const reset = (userId: number) => actor.put('/system/user/resetPwd', { userId, password: 'Another-word-9' })
    expect(refused(await reset(other.id))).toBe('system.user.higher')
    expect(refused(await reset(near.id))).toBe('accepted')
    const listed = (await actor.get(`/system/user/list?userId=${other.id}`)).rows[0]!
    expect(listed.why).toMatchObject({ resetPwd: 'system.user.higher' })
  })

  test('grants that role, from the role’s side and in a new user’s form, only to people of their own department', async () => {
    const [far, near] = [await makeUser(admin, depts.port!), await makeUser(admin, depts.mill!)]
    const give = (userId: number) => actor.put(`/system/role/authUser/selectAll?roleId=${customers}&userIds=${userId}`)
    expect(refused(await give(far.id))).toBe('system.role.notGrantable')
    expect(refused(await give(near.id))).toBe('accepted')
    await expect(makeUser(actor, depts.root!, { roleIds: [customers] })).rejects.toThrow(/cannot grant/)
    expect(await makeUser(actor, depts.mill!, { roleIds: [customers] })).toMatchObject({ id: expect.any(Number) })
  })

  test('grants no role together with a move to another department, nor changes one that others hold elsewhere', async () => {
    const user = await makeUser(admin, depts.mill!)
    const both = { userId: user.id, deptId: depts.port, roleIds: [customers] }
    expect(refused(await actor.put('/system/user', both))).toBe('system.user.deptBeyond')
    expect(refused(await actor.put('/system/role', { roleId: customers, remark: 'x' }))).toBe(
      'system.role.notGrantable',
    )
    const mine = await makeRole(world, actor, ['channel:customer:list'], { dataScope: '3' })
    expect(refused(await actor.put('/system/role', { roleId: mine, remark: 'x' }))).toBe('accepted')
    // It is held elsewhere too: once disabled, an actor without that scope cannot enable it again.
    await makeUser(admin, depts.port!, { roleIds: [mine] })
    await admin.put('/system/role/changeStatus', { roleId: mine, status: '1' })
    expect(refused(await actor.put('/system/role/changeStatus', { roleId: mine, status: '0' }))).toBe(
      'system.role.notGrantable',
    )
  })

  test('approves no registration into a department where earlier granted roles would gain scope', async () => {
    const waiting = await makeUser(admin, depts.mill!, { roleIds: [customers] })
    await world.admin.query(
      `update account set dept_id = null, status = '1', waits_until = now() + interval '1 day' where id = $1`,
      [waiting.id],
    )
    const take = (deptId: number) => actor.put('/system/user/take', { userId: waiting.id, deptId, roleIds: [] })
    expect(refused(await take(depts.port!))).toBe('system.user.deptBeyond')
    expect(refused(await take(depts.mill!))).toBe('accepted')
  })

  test('is refused with a message when moving themselves, and sees no customers of others afterwards', async () => {
    const answer = await actor.put('/system/user', { userId: actor.accountId, deptId: depts.port })
    expect(refused(answer)).toBe('system.user.deptBeyond')
    expect(answer.msg).toMatch(/would reach data/)
    expect((await actor.get('/channel/customer/list')).total).toBe(0)
  })
})
