import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { locks } from '../../platform/database/locks.ts'
import { isPlatform } from '../../platform/operator.ts'

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

/**
 * What the actor may give away: nobody grants what he does not hold. A role is within his power when he himself holds
 * each of its menus through a role whose data scope reaches at least as far.
 */
export class GrantPower {
  readonly roles: ReadonlyMap<number, RoleFacts>
  readonly #actor: Actor
  /** Per menu, the actor's roles that hold it. */
  readonly #holds = new Map<number, RoleFacts[]>()
  readonly #below: ReadonlySet<number>
  readonly #known = new Map<number, boolean>()

  constructor(actor: Actor, roles: ReadonlyMap<number, RoleFacts>, below: ReadonlySet<number>) {
    this.roles = roles
    this.#actor = actor
    this.#below = below
    for (const grant of actor.grants) {
      const role = roles.get(grant.roleId)
      for (const menu of role?.menuIds ?? []) this.#holds.set(menu, [...(this.#holds.get(menu) ?? []), role!])
    }
  }

  static async load(db: Db, actor: Actor): Promise<GrantPower> {
    const roles = await loadRoles(db, actor.tenantId)
    const below = await db.query<{ id: number }>(
      sql`select id from dept where tenant_id = ${actor.tenantId} and (id = ${actor.deptId} or ancestors @> array[${actor.deptId}::bigint])`,
    )
    return new GrantPower(actor, roles, new Set(below.map(row => row.id)))
  }

  /**
   * The same for a verb that changes who may do what, one such verb at a time in an enterprise: what is judged here is
   * what is there when it is written. Taken before anything else is read or locked. So somebody who holds at least as
   * much as whoever is put out is always left.
   * @throws Refusal unauthenticated when the actor's account or session has ended meanwhile
   */
  static async lock(db: Db, actor: Actor): Promise<GrantPower> {
    await db.execute(sql`select pg_advisory_xact_lock(${locks.grants}, ${actor.tenantId % 2_147_483_647})`)
    // Whoever was put out while he waited (disabled, reset, removed) may not put out the one who did it.
    const here = await db.maybe(sql`
      select 1 from account a join session s on s.tenant_id = a.tenant_id and s.account_id = a.id
      where a.tenant_id = ${actor.tenantId} and a.id = ${actor.accountId} and a.status = '0' and s.id = ${actor.sessionId}`)
    if (!here) throw new Refusal('unauthenticated')
    // Roles that were taken from the actor while he waited give nothing any more.
    const held = await db.query<{ id: number }>(sql`
      select r.id from account_role ar join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
      where ar.tenant_id = ${actor.tenantId} and ar.account_id = ${actor.accountId} and r.status = '0'`)
    const ids = new Set(held.map(role => role.id))
    return GrantPower.load(db, { ...actor, grants: actor.grants.filter(grant => ids.has(grant.roleId)) })
  }

  /** May the actor give a role with these rights? */
  covers(role: Omit<RoleFacts, 'id'>): boolean {
    if (this.#actor.superAdmin) return true
    if (role.key === 'superAdmin' && isPlatform(this.#actor)) return false
    return role.menuIds.every(menu => this.#reachesAsFar(this.#holds.get(menu) ?? [], role))
  }

  /** A stored role; unknown ones are not granted. */
  mayGrant(roleId: number): boolean {
    let known = this.#known.get(roleId)
    if (known === undefined) {
      const role = this.roles.get(roleId)
      known = role !== undefined && this.covers(role)
      this.#known.set(roleId, known)
    }
    return known
  }

  /** May he act on somebody with these roles? Not when that one holds more than he. */
  mayTouch(roleIds: readonly number[]): boolean {
    return this.#actor.superAdmin || roleIds.every(id => this.mayGrant(id))
  }

  #reachesAsFar(mine: readonly RoleFacts[], role: Omit<RoleFacts, 'id'>): boolean {
    if (mine.length === 0) return false
    const scopes = new Set(mine.map(one => one.dataScope))
    if (scopes.has('1')) return true
    switch (role.dataScope) {
      case '5':
        return true
      case '4':
        return scopes.has('4')
      case '3':
        // Its holder is somebody in the actor's reach, and so is that one's department.
        return scopes.has('2') || scopes.has('3') || scopes.has('4')
      case '2': {
        const reached = new Set(mine.flatMap(one => this.#deptsOf(one)))
        return role.deptIds.every(dept => reached.has(dept))
      }
      default:
        return false
    }
  }

  #deptsOf(role: RoleFacts): readonly number[] {
    if (role.dataScope === '2') return role.deptIds
    if (role.dataScope === '4') return [...this.#below]
    return role.dataScope === '3' && this.#actor.deptId !== null ? [this.#actor.deptId] : []
  }
}

/** @throws Refusal system.role.notGrantable */
export function assertMayGrant(power: GrantPower, roleIds: readonly number[]): void {
  if (!roleIds.every(id => power.mayGrant(id))) throw new Refusal('system.role.notGrantable')
}
