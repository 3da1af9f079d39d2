import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { locks } from '../../../platform/database/locks.ts'
import { isPlatform } from '../../../platform/operator.ts'
import { loadRights } from './rights.ts'

/** What a role gives: menus with a permission, and whose rows. */
export interface RoleFacts {
  id: number
  key: string
  dataScope: string
  deptIds: readonly number[]
  menuIds: readonly number[]
}

/** Roles of the tenant as they are stored, by id. */
export async function loadRoles(db: Db, tenantId: number): Promise<Map<number, RoleFacts>> {
  const rows = await db.query<RoleFacts>(sql`
    select r.id, r.role_key as key, r.data_scope as "dataScope",
           coalesce((select json_agg(rd.dept_id) from role_dept rd where rd.tenant_id = r.tenant_id and rd.role_id = r.id), '[]') as "deptIds",
           coalesce((select json_agg(rm.menu_id) from role_menu rm join menu m on m.id = rm.menu_id
                     where rm.tenant_id = r.tenant_id and rm.role_id = r.id and m.perms <> ''), '[]') as "menuIds"
    from role r where r.tenant_id = ${tenantId}`)
  return new Map(rows.map(row => [row.id, row]))
}

/** The departments of an enterprise: each with itself and all below it. */
type Subtrees = ReadonlyMap<number, ReadonlySet<number>>

/** Whose rows: those of these departments, or all. One's own rows are reached by whoever holds the menu at all. */
type DeptScope = ReadonlySet<number> | 'all'

const nobody: ReadonlySet<number> = new Set()

function subtreesOf(depts: readonly { id: number; ancestors: readonly number[] }[]): Subtrees {
  const subtrees = new Map(depts.map(({ id }) => [id, new Set([id])]))
  for (const { id, ancestors } of depts) for (const above of ancestors) subtrees.get(above)?.add(id)
  return subtrees
}

/** Whose rows a role reaches in the hands of somebody of this department. */
function deptScopeOf(role: Omit<RoleFacts, 'id'>, deptId: number | null, subtrees: Subtrees): DeptScope {
  switch (role.dataScope) {
    case '1':
      return 'all'
    case '2':
      return new Set(role.deptIds)
    case '3':
      return deptId === null ? nobody : new Set([deptId])
    case '4':
      return (deptId === null ? undefined : subtrees.get(deptId)) ?? nobody
    default:
      return nobody
  }
}

const isWithin = (needed: DeptScope, held: DeptScope): boolean =>
  held === 'all' || (needed !== 'all' && [...needed].every(dept => held.has(dept)))

/** A role in somebody's hands: its scope may depend on the department that he is in. */
export interface Holder {
  deptId: number | null
  roleIds: readonly number[]
}

/** Who holds which roles in an enterprise, by role: the departments they are in. */
type Holders = ReadonlyMap<number, readonly (number | null)[]>

export interface GrantFacts {
  roles: ReadonlyMap<number, RoleFacts>
  /** Each department with itself and all below it. */
  subtrees: Subtrees
  holders: Holders
}

/**
 * What the actor may give away: nobody grants what he does not hold. "Own department" means the department of whoever
 * holds the role, so a role is judged in somebody's hands: he himself must hold each of its menus, and reach by that menu
 * every department that its holder would reach by it.
 */
export class GrantPower {
  readonly roles: ReadonlyMap<number, RoleFacts>
  /** Who is judged. Whatever else the verb asks of him is asked of this one: after a lock the request's own may be outdated. */
  readonly actor: Actor
  readonly #facts: GrantFacts
  /** Per menu, whose rows the actor reaches by it. */
  readonly #reached = new Map<number, DeptScope>()
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
        const before = this.#reached.get(menu) ?? nobody
        const both = before === 'all' || scope === 'all' ? 'all' : new Set([...before, ...scope])
        this.#reached.set(menu, both)
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
      from account_role ar join account a on a.tenant_id = ar.tenant_id and a.id = ar.account_id
      where ar.tenant_id = ${actor.tenantId} group by ar.role_id`)
    return new GrantPower(actor, {
      roles,
      subtrees: subtreesOf(depts),
      holders: new Map(holders.map(({ role, depts: held }) => [role, held])),
    })
  }

  /**
   * The same for a verb that changes who may do what, one such verb at a time in an enterprise: what is judged here is
   * what is there when it is written. Taken before anything else is read or locked. So somebody who holds at least as
   * much as whoever is put out is always left, and on the platform a super administrator.
   * @param permission that of the running call; of several, one is enough
   * @throws Refusal unauthenticated when the actor's account or session has ended meanwhile, forbidden when he lost the permission
   */
  static async lock(db: Db, actor: Actor, permission: string | readonly string[]): Promise<GrantPower> {
    await db.execute(sql`select pg_advisory_xact_lock(${locks.grants}, ${actor.tenantId % 2_147_483_647})`)
    // Whoever was put out while he waited (disabled, reset, removed) may not put out the one who did it. Where he works
    // is read again too: a department that he was moved from is his no more.
    const here = await db.maybe<{ deptId: number | null }>(sql`
      select a.dept_id as "deptId" from account a join session s on s.tenant_id = a.tenant_id and s.account_id = a.id
      where a.tenant_id = ${actor.tenantId} and a.id = ${actor.accountId} and a.status = '0' and s.id = ${actor.sessionId}`)
    if (!here) throw new Refusal('unauthenticated')
    // What was taken from the actor while he waited gives nothing any more: a role, a menu of one, its scope, all of it.
    const { superAdmin, grants, permissions } = await loadRights(db, actor.tenantId, actor.accountId)
    const now: Actor = { ...actor, deptId: here.deptId, superAdmin, grants, permissions }
    if (![permission].flat().some(one => hasPermission(now, one))) throw new Refusal('forbidden')
    return GrantPower.load(db, now)
  }

  /** The same where a right stands for others, as far as it reaches. */
  withImplied(permission: string, others: readonly string[]): GrantPower {
    const grants = this.actor.grants.map(grant =>
      grant.permissions.has(permission) ? { ...grant, permissions: new Set([...grant.permissions, ...others]) } : grant,
    )
    return new GrantPower({ ...this.actor, grants }, this.#facts)
  }

  /** May the actor give a role with these rights to somebody of this department? */
  covers(role: Omit<RoleFacts, 'id'>, deptId: number | null): boolean {
    if (this.actor.superAdmin) return true
    if (role.key === 'superAdmin' && isPlatform(this.actor)) return false
    const needed = deptScopeOf(role, deptId, this.#facts.subtrees)
    return role.menuIds.every(menu => this.#coversMenu(menu, needed))
  }

  /** May he let a stored role have these rights? It is in the hands of all its holders at once, and might be in his own. */
  coversForAll(role: RoleFacts): boolean {
    return [this.actor.deptId, ...(this.#facts.holders.get(role.id) ?? [])].every(dept => this.covers(role, dept))
  }

  /** A stored role, to somebody of this department; unknown ones are not granted. */
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

  /** Is there a department whose people he may give the role to? A form offers it, saving it judges the person. */
  canGrantSomewhere(roleId: number): boolean {
    const here = [this.actor.deptId, ...this.#facts.subtrees.keys()]
    return here.some(dept => this.canGrant(roleId, dept))
  }

  /** May he change what a stored role gives? */
  canChange(roleId: number): boolean {
    const role = this.roles.get(roleId)
    return role !== undefined && this.coversForAll(role)
  }

  /** May he act on somebody, or put him where he is told to be? Not when that one then holds more than he. */
  canActOn({ deptId, roleIds }: Holder): boolean {
    return this.actor.superAdmin || roleIds.every(id => this.canGrant(id, deptId))
  }

  /** May he himself work in this department? Not when his own roles then reach further. */
  canWorkIn(deptId: number | null): boolean {
    return this.canActOn({ deptId, roleIds: this.actor.grants.map(grant => grant.roleId) })
  }

  /**
   * May a department come below others? Whoever reaches "own department and below" in one of those reaches it then, by
   * each of his menus: the actor must reach it by them too.
   * @param gaining roles with that scope that are held in the departments above
   */
  canMoveBelow(deptId: number, gaining: readonly number[]): boolean {
    if (this.actor.superAdmin) return true
    const moved = this.#facts.subtrees.get(deptId) ?? nobody
    return gaining.every(id => this.roles.get(id)?.menuIds.every(menu => this.#coversMenu(menu, moved)))
  }

  #coversMenu(menu: number, needed: DeptScope): boolean {
    const mine = this.#reached.get(menu)
    return mine !== undefined && isWithin(needed, mine)
  }
}

/** @throws Refusal system.role.notGrantable */
export function assertCanGrant(power: GrantPower, roleIds: readonly number[], deptId: number | null): void {
  if (!roleIds.every(id => power.canGrant(id, deptId))) throw new Refusal('system.role.notGrantable')
}
