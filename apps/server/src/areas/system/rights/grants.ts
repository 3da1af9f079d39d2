import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { locks } from '../../../platform/database/locks.ts'
import { isPlatform } from '../../../platform/operator.ts'
import { loadRights } from './rights.ts'

/** What a role grants: menus with a permission, and a data scope. */
export interface RoleFacts {
  id: number
  key: string
  dataScope: string
  deptIds: readonly number[]
  menuIds: readonly number[]
}

/** The stored roles of the tenant, by id. */
export async function loadRoles(db: Db, tenantId: number): Promise<Map<number, RoleFacts>> {
  const rows = await db.query<RoleFacts>(sql`
    select r.id, r.role_key as key, r.data_scope as "dataScope",
           coalesce((select json_agg(rd.dept_id) from role_dept rd where rd.tenant_id = ${tenantId} and rd.role_id = r.id), '[]') as "deptIds",
           coalesce((select json_agg(rm.menu_id) from role_menu rm join menu m on m.id = rm.menu_id
                     where rm.tenant_id = ${tenantId} and rm.role_id = r.id and m.perms <> ''), '[]') as "menuIds"
    from role r where r.tenant_id = ${tenantId}`)
  return new Map(rows.map(row => [row.id, row]))
}

/** The departments of an enterprise: each maps to itself and all below it. */
type Subtrees = ReadonlyMap<number, ReadonlySet<number>>

/** A data scope as a set of departments, or all. A person's own rows are always in scope, so they are not listed. */
type DeptScope = ReadonlySet<number> | 'all'

const noDepts: ReadonlySet<number> = new Set()

function subtreesOf(depts: readonly { id: number; ancestors: readonly number[] }[]): Subtrees {
  const subtrees = new Map(depts.map(({ id }) => [id, new Set([id])]))
  for (const { id, ancestors } of depts) for (const above of ancestors) subtrees.get(above)?.add(id)
  return subtrees
}

/** The data scope of a role when a person of this department holds it. */
function deptScopeOf(role: Omit<RoleFacts, 'id'>, deptId: number | null, subtrees: Subtrees): DeptScope {
  switch (role.dataScope) {
    case '1':
      return 'all'
    case '2':
      return new Set(role.deptIds)
    case '3':
      return deptId === null ? noDepts : new Set([deptId])
    case '4':
      return (deptId === null ? undefined : subtrees.get(deptId)) ?? noDepts
    default:
      return noDepts
  }
}

const isWithin = (needed: DeptScope, held: DeptScope): boolean =>
  held === 'all' || (needed !== 'all' && [...needed].every(dept => held.has(dept)))

/** A person with roles. The scope of a role can depend on the department of the person. */
export interface Holder {
  deptId: number | null
  roleIds: readonly number[]
}

/** By role: the departments of the people who hold it. */
type Holders = ReadonlyMap<number, readonly (number | null)[]>

export interface GrantFacts {
  roles: ReadonlyMap<number, RoleFacts>
  subtrees: Subtrees
  holders: Holders
}

/**
 * What the actor may grant: nobody grants more than they hold. "Own department" means the department of the person who
 * holds the role, so a role is judged for a certain holder: the actor must hold each menu of the role, and their scope for
 * that menu must include every department that the holder's scope would include.
 */
export class GrantPower {
  readonly roles: ReadonlyMap<number, RoleFacts>
  /** The actor as loaded after the lock. Use this one for all further checks: the actor of the request may be outdated. */
  readonly actor: Actor
  readonly #facts: GrantFacts
  /** The actor's scope per menu. */
  readonly #scopes = new Map<number, DeptScope>()
  readonly #known = new Map<string, boolean>()

  constructor(actor: Actor, facts: GrantFacts) {
    this.roles = facts.roles
    this.actor = actor
    this.#facts = facts
    for (const grant of actor.grants) {
      const role = facts.roles.get(grant.roleId)
      if (!role) continue
      const scope = deptScopeOf(role, actor.deptId, facts.subtrees)
      for (const menu of role.menuIds) {
        const before = this.#scopes.get(menu) ?? noDepts
        const both = before === 'all' || scope === 'all' ? 'all' : new Set([...before, ...scope])
        this.#scopes.set(menu, both)
      }
    }
  }

  static async load(db: Db, actor: Actor): Promise<GrantPower> {
    const roles = await loadRoles(db, actor.tenantId)
    const depts = await db.query<{ id: number; ancestors: number[] }>(
      sql`select id, to_json(ancestors) as ancestors from dept where tenant_id = ${actor.tenantId}`,
    )
    const holders = await db.query<{ role: number; depts: (number | null)[] }>(sql`
      select ar.role_id as role, json_agg(distinct a.dept_id) as depts
      from account_role ar join account a on a.tenant_id = ${actor.tenantId} and a.id = ar.account_id
      where ar.tenant_id = ${actor.tenantId} group by ar.role_id`)
    return new GrantPower(actor, {
      roles,
      subtrees: subtreesOf(depts),
      holders: new Map(holders.map(({ role, depts: held }) => [role, held])),
    })
  }

  /**
   * Loads the power for a call that changes rights. One such call runs at a time per enterprise, so that the checked state is
   * the state when the change is written. Call it before anything else is read or locked. This guarantees that somebody with
   * at least the rights of a disabled or removed user always remains, and on the platform a super administrator.
   * @param permission permission of the running call; of several, one is enough
   * @throws Refusal unauthenticated when the actor's account or session has ended meanwhile, forbidden when the actor lost the permission
   */
  static async lock(db: Db, actor: Actor, permission: string | readonly string[]): Promise<GrantPower> {
    await db.execute(sql`select pg_advisory_xact_lock(${locks.grants}, ${actor.tenantId % 2_147_483_647})`)
    // An actor who was disabled, reset or removed while waiting for the lock may not act any more. The department is read
    // again too, because the actor may have been moved.
    const here = await db.maybe<{ deptId: number | null }>(sql`
      select a.dept_id as "deptId" from account a join session s on s.tenant_id = ${actor.tenantId} and s.account_id = a.id
      where a.tenant_id = ${actor.tenantId} and a.id = ${actor.accountId} and a.status = '0' and s.id = ${actor.sessionId}`)
    if (!here) throw new Refusal('unauthenticated')
    // Rights that the actor lost while waiting do not count.
    const { superAdmin, grants, permissions } = await loadRights(db, actor.tenantId, actor.accountId)
    const now: Actor = { ...actor, deptId: here.deptId, superAdmin, grants, permissions }
    if (![permission].flat().some(one => hasPermission(now, one))) throw new Refusal('forbidden')
    return GrantPower.load(db, now)
  }

  /** The same power where a permission implies others, within the scope of that permission. */
  withImplied(permission: string, others: readonly string[]): GrantPower {
    const grants = this.actor.grants.map(grant =>
      grant.permissions.has(permission) ? { ...grant, permissions: new Set([...grant.permissions, ...others]) } : grant,
    )
    return new GrantPower({ ...this.actor, grants }, this.#facts)
  }

  /** Does the actor hold everything that this role grants to a person of this department? */
  covers(role: Omit<RoleFacts, 'id'>, deptId: number | null): boolean {
    if (this.actor.superAdmin) return true
    if (role.key === 'superAdmin' && isPlatform(this.actor)) return false
    const needed = deptScopeOf(role, deptId, this.#facts.subtrees)
    return role.menuIds.every(menu => this.#coversMenu(menu, needed))
  }

  /** May a stored role get these rights? It applies to all its holders at once, and possibly to the actor. */
  coversForAll(role: RoleFacts): boolean {
    return [this.actor.deptId, ...(this.#facts.holders.get(role.id) ?? [])].every(dept => this.covers(role, dept))
  }

  /** May the actor grant a stored role to a person of this department? Unknown roles are not granted. */
  canGrant(roleId: number, deptId: number | null): boolean {
    const key = `${roleId}/${deptId}`
    let known = this.#known.get(key)
    if (known === undefined) {
      const role = this.roles.get(roleId)
      known = role !== undefined && this.covers(role, deptId)
      this.#known.set(key, known)
    }
    return known
  }

  /** Is there a department to whose people the actor may grant the role? A form offers it then; saving checks the person. */
  canGrantSomewhere(roleId: number): boolean {
    const here = [this.actor.deptId, ...this.#facts.subtrees.keys()]
    return here.some(dept => this.canGrant(roleId, dept))
  }

  /** May the actor change what a stored role grants? */
  canChange(roleId: number): boolean {
    const role = this.roles.get(roleId)
    return role !== undefined && this.coversForAll(role)
  }

  /** May the actor act on a person, or move them to this department? Not when the person then holds more than the actor. */
  canActOn({ deptId, roleIds }: Holder): boolean {
    return this.actor.superAdmin || roleIds.every(id => this.canGrant(id, deptId))
  }

  /** May the actor move to this department? Not when the scope of their own roles would grow. */
  canWorkIn(deptId: number | null): boolean {
    return this.canActOn({ deptId, roleIds: this.actor.grants.map(grant => grant.roleId) })
  }

  /**
   * May a department be moved below others? Holders of a role with scope "own department and below" in one of those gain it,
   * for each menu of the role, so it must be in the actor's scope for these menus too.
   * @param gaining roles with that scope held in the departments above
   */
  canMoveBelow(deptId: number, gaining: readonly number[]): boolean {
    if (this.actor.superAdmin) return true
    const moved = this.#facts.subtrees.get(deptId) ?? noDepts
    return gaining.every(id => this.roles.get(id)?.menuIds.every(menu => this.#coversMenu(menu, moved)))
  }

  #coversMenu(menu: number, needed: DeptScope): boolean {
    const mine = this.#scopes.get(menu)
    return mine !== undefined && isWithin(needed, mine)
  }
}

/** @throws Refusal system.role.notGrantable */
export function assertCanGrant(power: GrantPower, roleIds: readonly number[], deptId: number | null): void {
  if (!roleIds.every(id => power.canGrant(id, deptId))) throw new Refusal('system.role.notGrantable')
}
