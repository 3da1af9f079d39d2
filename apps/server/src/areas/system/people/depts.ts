import { checkBody, dept as deptEntity, plainText, tidyText } from '@timbermark/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { deptsInScope } from '../rights/scope.ts'
import { GrantPower } from '../rights/grants.ts'
import { bumpRights } from '../rights/rights.ts'
import { flagIssue } from '../../../entity/wire.ts'
import { locks } from '../../../platform/database/locks.ts'

interface DeptFacts {
  id: number
  parentId: number | null
  ancestors: number[]
  deptName: string
  status: string
}

/** One change of the tree at a time per enterprise: moving, disabling and removing depend on other rows. */
const lockDeptTree = (db: Db, tenantId: number) =>
  db.execute(sql`select pg_advisory_xact_lock(${locks.deptTree}, ${tenantId % 2_147_483_647})`)

async function findDept(db: Db, actor: Actor, id: number, permission: string): Promise<DeptFacts | undefined> {
  return db.maybe<DeptFacts>(sql`
    select t.id, t.parent_id as "parentId", to_json(t.ancestors) as ancestors, t.dept_name as "deptName", t.status from dept t
    where t.id = ${id} and ${deptsInScope(actor, permission)}`)
}

async function checkTaken(db: Db, actor: Actor, parentId: number | null, name: string, except: number): Promise<void> {
  if (
    await db.maybe(
      sql`
        select 1 from dept where tenant_id = ${actor.tenantId} and parent_id is not distinct
        from ${parentId} and lower(dept_name) = ${name.toLowerCase()} and id <> ${except}`,
    )
  )
    throw new Refusal('system.dept.nameTaken', {}, { issues: [{ field: 'deptName', error: 'system.dept.nameTaken' }] })
}

const text = (value: unknown) => (typeof value === 'string' ? plainText(value) || null : null)

/** Adds a department below one in the actor's scope. @returns its id */
export async function addDept(db: Db, actor: Actor, body: Row): Promise<number> {
  assertValid([...checkBody(deptEntity, body, 'add'), ...flagIssue(body, 'status')])
  await lockDeptTree(db, actor.tenantId)
  const parent = await findDept(db, actor, body.parentId as number, 'system:dept:add')
  if (!parent) throw invalid([{ field: 'parentId', error: 'referenceMissing' }])
  if (parent.status !== '0') throw new Refusal('system.dept.parentDisabled')
  await checkTaken(db, actor, parent.id, tidyText(body.deptName as string), 0)
  const { id } = await db.one<{ id: number }>(sql`
    insert into dept (tenant_id, parent_id, ancestors, dept_name, order_num, leader, phone, email, status, created_by, updated_by)
    values (${actor.tenantId}, ${parent.id}, ${[...parent.ancestors, parent.id]}, ${tidyText(body.deptName as string)},
    ${Number(body.orderNum)}, ${text(body.leader)}, ${text(body.phone)},
      ${text(body.email)}, ${body.status || '0'}, ${actor.accountId}, ${actor.accountId})
    returning id`)
  await bumpRights(db, actor.tenantId)
  return id
}

/**
 * Is one of these departments disabled and out of the actor's scope? Enabling a department below would enable it too.
 * @param above ids of departments
 */
export const hasDisabledOutOfScope = (actor: Actor, above: Sql): Sql => sql`exists (
  select from dept t where t.tenant_id = ${actor.tenantId} and t.id = any(${above}) and t.status <> '0'
    and not ${deptsInScope(actor, 'system:dept:edit')})`

/** Changes a department. Moving it moves everything below; enabling it enables all above, which must be in scope. */
export async function editDept(db: Db, caller: Actor, id: number, body: Row): Promise<void> {
  // The root has no parent; a form sends 0 or null for it.
  const { parentId, ...rest } = body
  const wanted =
    parentId === undefined ? undefined : parentId === null || Number(parentId) === 0 ? null : Number(parentId)
  assertValid([...checkBody(deptEntity, rest, 'edit'), ...flagIssue(rest, 'status')])
  const power = await GrantPower.lock(db, caller, 'system:dept:edit')
  const { actor } = power
  await lockDeptTree(db, actor.tenantId)
  const before = await findDept(db, actor, id, 'system:dept:edit')
  if (!before) throw new Refusal('notFound')
  const move = wanted !== undefined && wanted !== before.parentId
  let above = before.ancestors
  let parent = before.parentId
  if (move) {
    if (wanted === null || before.parentId === null)
      throw invalid([{ field: 'parentId', error: wanted === null ? 'required' : 'referenceMissing' }])
    if (wanted === id) throw new Refusal('system.dept.parentSelf')
    const target = await findDept(db, actor, wanted, 'system:dept:edit')
    if (!target) throw invalid([{ field: 'parentId', error: 'referenceMissing' }])
    if (target.ancestors.includes(id)) throw new Refusal('system.dept.parentChild')
    if (target.status !== '0' && (rest.status ?? before.status) === '0') throw new Refusal('system.dept.parentDisabled')
    above = [...target.ancestors, target.id]
    await assertMayMove(db, power, before, above)
    parent = target.id
  }
  const name = 'deptName' in rest ? tidyText(rest.deptName as string) : before.deptName
  if (move || name !== before.deptName) await checkTaken(db, actor, parent, name, id)
  if (
    rest.status === '1' &&
    (await db.maybe(
      sql`select 1 from dept where tenant_id = ${actor.tenantId} and ancestors @> array[${id}::bigint] and status = '0' limit 1`,
    ))
  )
    throw new Refusal('system.dept.childrenEnabled')
  if (
    rest.status === '0' &&
    (await db.maybe(sql`select 1 where ${hasDisabledOutOfScope(actor, sql`${above}::bigint[]`)}`))
  )
    throw new Refusal(
      'system.dept.aboveDisabled',
      {},
      { issues: [{ field: 'status', error: 'system.dept.aboveDisabled' }] },
    )
  const isSent = (field: string) => field in rest
  await db.execute(sql`
    update dept set parent_id = ${parent}, ancestors = ${above}, dept_name = ${name},
      order_num = ${isSent('orderNum') ? Number(rest.orderNum) : sql`order_num`}, leader = ${isSent('leader') ? text(rest.leader) : sql`leader`},
      phone = ${isSent('phone') ? text(rest.phone) : sql`phone`}, email = ${isSent('email') ? text(rest.email) : sql`email`},
      status = ${isSent('status') ? rest.status : sql`status`}, updated_by = ${actor.accountId}, updated_at = now()
    where tenant_id = ${actor.tenantId} and id = ${id}`)
  if (move)
    await db.execute(sql`
      update dept set ancestors = ${[...above, id]}::bigint[] || ancestors[array_position(ancestors, ${id}::bigint) + 1:]
      where tenant_id = ${actor.tenantId} and ancestors @> array[${id}::bigint]`)
  if (rest.status === '0')
    await db.execute(
      sql`update dept set status = '0' where tenant_id = ${actor.tenantId} and id = any(${above}::bigint[]) and status <> '0'`,
    )
  await bumpRights(db, actor.tenantId)
}

/**
 * Holders of roles with scope "own department and below" gain a department that is moved below theirs. Nobody moves a
 * department to where somebody gains scope that the actor does not have for the same menus.
 * @throws Refusal system.dept.beyond
 */
async function assertMayMove(
  db: Db,
  power: GrantPower,
  { id, ancestors }: DeptFacts,
  above: readonly number[],
): Promise<void> {
  const gaining = await db.query<{ id: number }>(sql`
    select distinct r.id from account a
    join account_role ar on ar.tenant_id = ${power.actor.tenantId} and ar.account_id = a.id
    join role r on r.tenant_id = ${power.actor.tenantId} and r.id = ar.role_id and r.status = '0' and r.data_scope = '4'
    where a.tenant_id = ${power.actor.tenantId} and a.dept_id = any(${above.filter(dept => !ancestors.includes(dept))}::bigint[])`)
  const roles = gaining.map(role => role.id)
  if (!power.canMoveBelow(id, roles)) throw new Refusal('system.dept.beyond')
}

/** @throws Refusal notFound, system.dept.root, system.dept.hasChildren, system.dept.hasUsers, inUse */
export async function removeDept(db: Db, actor: Actor, id: number): Promise<void> {
  await lockDeptTree(db, actor.tenantId)
  const before = await findDept(db, actor, id, 'system:dept:remove')
  if (!before) throw new Refusal('notFound')
  // Every other department is below the root: without it no department and no user could be added.
  if (before.parentId === null) throw new Refusal('system.dept.root')
  if (await db.maybe(sql`select 1 from dept where tenant_id = ${actor.tenantId} and parent_id = ${id} limit 1`))
    throw new Refusal('system.dept.hasChildren')
  if (await db.maybe(sql`select 1 from account where tenant_id = ${actor.tenantId} and dept_id = ${id} limit 1`))
    throw new Refusal('system.dept.hasUsers')
  await db.execute(sql`delete from dept where tenant_id = ${actor.tenantId} and id = ${id}`)
  await bumpRights(db, actor.tenantId)
}

export async function sortDepts(db: Db, actor: Actor, order: ReadonlyMap<number, number>): Promise<void> {
  const inScope = await db.query(
    sql`select t.id from dept t where t.id = any(${[...order.keys()]}::bigint[]) and ${deptsInScope(actor, 'system:dept:edit')}`,
  )
  if (inScope.length !== order.size) throw new Refusal('notFound')
  await db.execute(sql`
    update dept d set order_num = o.num, updated_by = ${actor.accountId}, updated_at = now()
    from unnest(${[...order.keys()]}::bigint[], ${[...order.values()]}::int[]) as o(id, num)
    where d.tenant_id = ${actor.tenantId} and d.id = o.id`)
}
