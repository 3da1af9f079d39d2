import {
  checkBody,
  type Issue,
  languages,
  limits,
  plainText,
  tidyText,
  role as roleEntity,
  roles as bootstrapRoles,
} from '@timbermark/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { isPlatform } from '../../../platform/operator.ts'
import { invalid, assertValid, Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { GrantPower } from './grants.ts'
import { menusHoldableBy } from './holdable-menus.ts'
import { loadDeptsInScope, rolesInScope } from './scope.ts'
import { bumpRights } from './rights.ts'
import { flagIssue, idList } from '../../../entity/wire.ts'
import { word } from '../../../entity/words.ts'

/** The columns of a role that calls need. */
export interface RoleRow {
  id: number
  roleName: string
  roleKey: string
  dataScope: string
  builtIn: boolean
  menuCheckStrictly: boolean
  deptCheckStrictly: boolean
}

const roleWhere = (id: number, actor: Actor, permission: string) => sql`
  select t.id, t.role_name as "roleName", t.role_key as "roleKey", t.data_scope as "dataScope", t.built_in as "builtIn",
    t.menu_check_strictly as "menuCheckStrictly", t.dept_check_strictly as "deptCheckStrictly"
  from role t where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${rolesInScope(actor, permission)}`

/** Finds a role in scope. @throws Refusal notFound */
export async function findRole(db: Db, actor: Actor, id: number, permission: string): Promise<RoleRow> {
  const row = await db.maybe<RoleRow>(roleWhere(id, actor, permission))
  if (!row) throw new Refusal('notFound')
  return row
}

/** Locks a role that the actor may change; lock `power` first. @throws Refusal notFound, system.role.builtIn, system.role.notGrantable */
async function lockRole(db: Db, power: GrantPower, id: number, permission: string): Promise<RoleRow> {
  const { actor } = power
  const row = await db.maybe<RoleRow>(sql`${roleWhere(id, actor, permission)} for update of t`)
  if (!row) throw new Refusal('notFound')
  if (row.builtIn) throw new Refusal('system.role.builtIn')
  if (!power.canChange(id)) throw new Refusal('system.role.notGrantable')
  return row
}

/**
 * Menus of a role: the requested ones and all above them, so that the menu tree can be built. Platform-only menus do not
 * exist for other enterprises.
 * @throws Refusal invalid
 */
async function loadMenusWithParents(
  db: Db,
  tenantId: number,
  ids: readonly number[],
): Promise<{ all: number[]; withPermission: number[] }> {
  const rows = await db.query<{ id: number; parent_id: number | null; perms: string | null }>(
    sql`select m.id, m.parent_id, m.perms from menu m where ${menusHoldableBy({ tenantId }, 'm')}`,
  )
  const known = new Map(rows.map(row => [row.id, row]))
  const withAncestors = new Set<number>()
  for (const id of ids) {
    if (!known.has(id)) throw invalid([{ field: 'menuIds', error: 'referenceMissing' }])
    for (
      let walk: number | null = id;
      walk !== null && !withAncestors.has(walk);
      walk = known.get(walk)?.parent_id ?? null
    )
      withAncestors.add(walk)
  }
  return { all: [...withAncestors], withPermission: [...withAncestors].filter(id => known.get(id)?.perms) }
}

const flagIssues = (body: Row, field: string): Issue[] =>
  body[field] === undefined || typeof body[field] === 'boolean' ? [] : [{ field, error: 'notOneOf' }]

function splitBody(body: Row): {
  fields: Row
  menuIds: number[] | undefined
  menuStrict: boolean | undefined
  deptStrict: boolean | undefined
  issues: Issue[]
} {
  const { menuIds, menuCheckStrictly, deptCheckStrictly, ...fields } = body
  return {
    fields,
    menuIds: menuIds === undefined ? undefined : idList(menuIds, 'menuIds'),
    menuStrict: menuCheckStrictly as boolean | undefined,
    deptStrict: deptCheckStrictly as boolean | undefined,
    issues: [
      ...flagIssues(body, 'menuCheckStrictly'),
      ...flagIssues(body, 'deptCheckStrictly'),
      ...flagIssue(body, 'status'),
    ],
  }
}

/** Names of this enterprise's bootstrap roles in all languages. */
const bootstrapRoleNames = (tenantId: number) =>
  new Set(
    bootstrapRoles
      .filter(seed => seed.tenant === 'both' || (seed.tenant === 'platform') === isPlatform({ tenantId }))
      .flatMap(seed => languages.map(language => word(language, `role.${seed.key}`).toLowerCase())),
  )
const reservedKeys = new Set(['admin', ...bootstrapRoles.map(seed => seed.key)].map(key => key.toLowerCase()))

async function checkTaken(
  db: Db,
  tenantId: number,
  fields: Row,
  except: number,
  error: 'system.role.addTaken' | 'system.role.editTaken',
): Promise<void> {
  const name = typeof fields.roleName === 'string' ? tidyText(fields.roleName) : null
  const key = typeof fields.roleKey === 'string' ? plainText(fields.roleKey) : null
  if (key !== null && reservedKeys.has(key.toLowerCase())) {
    const held = await db.maybe(
      sql`select 1 from role where tenant_id = ${tenantId} and lower(role_key) = ${key.toLowerCase()} and id <> ${except}`,
    )
    throw new Refusal(
      held ? error : 'system.role.reserved',
      {},
      { issues: [{ field: 'roleKey', error: held ? error : 'system.role.reserved' }] },
    )
  }
  const [lowerName, lowerKey] = [name?.toLowerCase() ?? null, key?.toLowerCase() ?? null]
  if (lowerName !== null && bootstrapRoleNames(tenantId).has(lowerName))
    throw new Refusal(error, {}, { issues: [{ field: 'roleName', error }] })
  const taken = await db.maybe<{ key: boolean }>(
    sql`
      select lower(role_key) = ${lowerKey} as key from role
      where tenant_id = ${tenantId} and id <> ${except} and (lower(role_name) = ${lowerName} or lower(role_key) = ${lowerKey})
      limit 1`,
  )
  if (taken) throw new Refusal(error, {}, { issues: [{ field: taken.key ? 'roleKey' : 'roleName', error }] })
}

async function setMenus(db: Db, actor: Actor, roleId: number, menuIds: readonly number[]): Promise<void> {
  await db.execute(
    sql`delete from role_menu where tenant_id = ${actor.tenantId} and role_id = ${roleId} and menu_id <> all(${[...menuIds]}::bigint[])`,
  )
  await insertRows(
    db,
    'role_menu',
    menuIds.map(menu => ({ tenant_id: actor.tenantId, role_id: roleId, menu_id: menu })),
    sql`on conflict do nothing`,
  )
}

/** Adds a role; its scope is the holder's own rows until the data scope is set. @returns the id */
export async function addRole(db: Db, caller: Actor, body: Row): Promise<number> {
  const { fields, menuIds, menuStrict, deptStrict, issues } = splitBody(body)
  assertValid([...checkBody(roleEntity, fields, 'add'), ...issues])
  const power = await GrantPower.lock(db, caller, 'system:role:add')
  const { actor } = power
  await checkTaken(db, actor.tenantId, fields, 0, 'system.role.addTaken')
  const menus = await loadMenusWithParents(db, actor.tenantId, menuIds ?? [])
  const requested = { key: fields.roleKey as string, dataScope: '5', deptIds: [], menuIds: menus.withPermission }
  if (!power.covers(requested, actor.deptId)) throw new Refusal('system.role.notGrantable')
  const { id } = await db.one<{ id: number }>(sql`
    insert into role (tenant_id, role_name, role_key, role_sort, status, remark, menu_check_strictly, dept_check_strictly, created_by, updated_by)
    values (${actor.tenantId}, ${tidyText(fields.roleName as string)}, ${plainText(fields.roleKey as string)}, ${Number(fields.roleSort)},
    ${fields.status || '0'},
      ${plainText((fields.remark as string | null | undefined) ?? '') || null}, ${menuStrict ?? true}, ${deptStrict ?? true}, ${actor.accountId},
      ${actor.accountId})
    returning id`)
  await setMenus(db, actor, id, menus.all)
  await bumpRights(db, actor.tenantId)
  return id
}

/** Changes the fields in the body; menus are replaced as a whole when present. */
export async function editRole(db: Db, caller: Actor, id: number, body: Row): Promise<void> {
  const { fields, menuIds, menuStrict, deptStrict, issues } = splitBody(body)
  assertValid([...checkBody(roleEntity, fields, 'edit'), ...issues])
  const power = await GrantPower.lock(db, caller, 'system:role:edit')
  const { actor } = power
  await lockRole(db, power, id, 'system:role:edit')
  await checkTaken(db, actor.tenantId, fields, id, 'system.role.editTaken')
  if (menuIds) {
    const menus = await loadMenusWithParents(db, actor.tenantId, menuIds)
    if (!power.coversForAll({ ...power.roles.get(id)!, menuIds: menus.withPermission }))
      throw new Refusal('system.role.notGrantable')
    await setMenus(db, actor, id, menus.all)
  }
  const isSent = (field: string) => field in fields
  const touched = await db.execute(sql`
    update role set
      role_name = ${isSent('roleName') ? tidyText(fields.roleName as string) : sql`role_name`},
      role_key = ${isSent('roleKey') ? plainText(fields.roleKey as string) : sql`role_key`},
      role_sort = ${isSent('roleSort') ? Number(fields.roleSort) : sql`role_sort`},
      status = ${isSent('status') ? fields.status : sql`status`},
      remark = ${isSent('remark') ? plainText((fields.remark as string | null) ?? '') || null : sql`remark`},
      menu_check_strictly = ${menuStrict ?? sql`menu_check_strictly`},
      dept_check_strictly = ${deptStrict ?? sql`dept_check_strictly`},
      updated_by = ${actor.accountId}, updated_at = now()
    where tenant_id = ${actor.tenantId} and id = ${id}`)
  if (touched !== 1) throw new Refusal('system.role.editFailed')
  await bumpRights(db, actor.tenantId)
}

interface NewDataScope {
  dataScope: string
  deptIds: readonly number[]
  /** Whether parents and children are selected separately; undefined leaves it unchanged. */
  deptStrict: boolean | undefined
}

/** Sets the data scope of a role. @throws Refusal invalid for a department outside of the actor's scope */
export async function setDataScope(
  db: Db,
  caller: Actor,
  id: number,
  { dataScope, deptIds, deptStrict }: NewDataScope,
): Promise<void> {
  const power = await GrantPower.lock(db, caller, 'system:role:edit')
  const { actor } = power
  await lockRole(db, power, id, 'system:role:edit')
  const chosen = dataScope === '2' ? deptIds : []
  const inScope = await loadDeptsInScope(db, actor, 'system:role:edit', chosen)
  if (inScope.size !== chosen.length) throw invalid([{ field: 'deptIds', error: 'referenceMissing' }])
  if (!power.coversForAll({ ...power.roles.get(id)!, dataScope, deptIds: chosen }))
    throw new Refusal('system.role.notGrantable')
  await db.execute(sql`
    update role set data_scope = ${dataScope}, dept_check_strictly = ${deptStrict ?? sql`dept_check_strictly`}, updated_by = ${actor.accountId},
      updated_at = now() where tenant_id = ${actor.tenantId} and id = ${id}`)
  await db.execute(
    sql`delete from role_dept where tenant_id = ${actor.tenantId} and role_id = ${id} and dept_id <> all(${[...chosen]}::bigint[])`,
  )
  await insertRows(
    db,
    'role_dept',
    chosen.map(dept => ({ tenant_id: actor.tenantId, role_id: id, dept_id: dept })),
    sql`on conflict do nothing`,
  )
  await bumpRights(db, actor.tenantId)
}

/** Sets whether a role, also a bootstrap role, requires a second factor. It takes effect with the next request of every holder. */
export async function demandFactor(db: Db, caller: Actor, id: number, demanded: boolean): Promise<void> {
  const power = await GrantPower.lock(db, caller, 'system:role:edit')
  const { actor } = power
  await findRole(db, actor, id, 'system:role:edit')
  if (!power.canChange(id)) throw new Refusal('system.role.notGrantable')
  await db.execute(sql`
    update role set second_factor = ${demanded}, updated_by = ${actor.accountId}, updated_at = now()
    where tenant_id = ${actor.tenantId} and id = ${id}`)
  await bumpRights(db, actor.tenantId)
}

export async function changeRoleStatus(db: Db, caller: Actor, id: number, status: string): Promise<void> {
  const power = await GrantPower.lock(db, caller, 'system:role:edit')
  const { actor } = power
  await lockRole(db, power, id, 'system:role:edit')
  await db.execute(
    sql`
      update role set status = ${status}, updated_by = ${actor.accountId}, updated_at = now()
      where tenant_id = ${actor.tenantId} and id = ${id}`,
  )
  await bumpRights(db, actor.tenantId)
}

/** Removes roles, all or none. A role that a user holds cannot be removed. */
export async function removeRoles(db: Db, caller: Actor, ids: readonly number[]): Promise<number> {
  if (ids.length > limits.maxPageSize)
    throw invalid([{ field: 'ids', error: 'tooManyItems', params: { max: limits.maxPageSize } }])
  const power = await GrantPower.lock(db, caller, 'system:role:remove')
  const { actor } = power
  for (const id of [...ids].sort((a, b) => a - b)) {
    const row = await lockRole(db, power, id, 'system:role:remove')
    if (await db.maybe(sql`select 1 from account_role where tenant_id = ${actor.tenantId} and role_id = ${id} limit 1`))
      throw new Refusal('system.role.assigned', { name: row.roleName })
    await db.execute(sql`delete from role where tenant_id = ${actor.tenantId} and id = ${id}`)
  }
  await bumpRights(db, actor.tenantId)
  return ids.length
}
