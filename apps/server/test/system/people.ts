import { randomBytes } from 'node:crypto'
import { type Caller, makeWorld, type World } from '../harness.ts'

export const password = 'Sample-password-1'

let counter = 0
export const unique = (prefix: string) => `${prefix}${(++counter).toString(36)}${randomBytes(2).toString('hex')}`

/** The platform operator's administrator. */
export function platformAdmin(world: World): Promise<Caller> {
  return world.signIn({ id: 1, deptId: null }, ['superAdmin'])
}

export interface Office {
  world: World
  /** The platform operator's administrator. */
  root: Caller
  /** Administrator of an enterprise of its own. */
  admin: Caller
  /** Root department of that enterprise. */
  deptId: number
}

/** A world with one enterprise, for a file that looks at the back office from both sides. */
export async function makeOffice(enterprise: string): Promise<Office> {
  const world = await makeWorld()
  const root = await platformAdmin(world)
  const tenant = await world.makeTenant(enterprise)
  return { world, root, admin: await world.signIn(tenant, ['enterpriseAdmin']), deptId: tenant.deptId }
}

export async function menuIds(world: World, permissions: readonly string[]): Promise<number[]> {
  const { rows } = await world.admin.query<{ id: string; perms: string }>(
    'select id, perms from menu where perms = any($1)',
    [permissions],
  )
  const missing = permissions.filter(permission => !rows.some(row => row.perms === permission))
  if (missing.length > 0) throw new Error(`No menu for ${missing.join(', ')}`)
  return rows.map(row => Number(row.id))
}

/** A role with these permissions and this data scope, made through the interface. */
export async function makeRole(
  world: World,
  admin: Caller,
  permissions: readonly string[],
  { dataScope = '1', deptIds = [] as number[] } = {},
): Promise<number> {
  const key = unique('role')
  const added = await admin.post<{ id: number }>('/system/role', {
    roleName: key,
    roleKey: key,
    roleSort: 1,
    menuIds: await menuIds(world, permissions),
  })
  if (added.code !== 200) throw new Error(`role: ${added.msg}`)
  const scoped = await admin.put('/system/role/dataScope', { roleId: added.data.id, dataScope, deptIds })
  if (scoped.code !== 200) throw new Error(`data scope: ${scoped.msg}`)
  return added.data.id
}

export async function makeDept(admin: Caller, parentId: number, more: Record<string, unknown> = {}): Promise<number> {
  const added = await admin.post<{ id: number }>('/system/dept', {
    parentId,
    deptName: unique('Dept '),
    orderNum: 1,
    ...more,
  })
  if (added.code !== 200) throw new Error(`dept: ${added.msg}`)
  return added.data.id
}

export function userBody(deptId: number | null, more: Record<string, unknown> = {}): Record<string, unknown> {
  const name = unique('user-')
  return {
    userName: name,
    nickName: name,
    password,
    email: `${name}@example.org`,
    phonenumber: `138${String(10_000_000 + Math.floor(Math.random() * 89_999_999)).slice(0, 8)}`,
    deptId,
    ...more,
  }
}

export async function makeUser(
  admin: Caller,
  deptId: number | null,
  more: Record<string, unknown> = {},
): Promise<{ id: number; userName: string }> {
  const body = userBody(deptId, more)
  const added = await admin.post<{ id: number }>('/system/user', body)
  if (added.code !== 200) throw new Error(`user: ${added.msg} ${JSON.stringify(added.data)}`)
  return { id: added.data.id, userName: body.userName as string }
}

/** Opens a session for an account that was made through the interface. */
export async function sessionOf(world: World, tenantId: number, accountId: number, language = 'en'): Promise<Caller> {
  const token = await world.services.database.acrossTenants('seed', db =>
    world.services.sessions.open(db, { id: accountId, tenantId }, '127.0.0.1', 'test'),
  )
  return { ...world.caller(token, language), accountId, tenantId }
}

/** A user of a new role, signed in. */
export async function makeHolder(
  world: World,
  admin: Caller,
  deptId: number,
  permissions: readonly string[],
  scope: { dataScope?: string; deptIds?: number[] } = {},
): Promise<Caller & { roleId: number }> {
  const roleId = await makeRole(world, admin, permissions, scope)
  const user = await makeUser(admin, deptId, { roleIds: [roleId] })
  return { ...(await sessionOf(world, admin.tenantId, user.id)), roleId }
}

/** Key of what was refused: that of the call, or of its first wrong field. */
export function refused(answer: { code: number; error?: string; data: unknown }): string {
  if (answer.code === 200) return 'accepted'
  const issue = (answer.data as { issues?: { field: string; error: string }[] } | undefined)?.issues?.[0]
  return answer.error === 'invalid' && issue ? `${issue.field}: ${issue.error}` : String(answer.error)
}
