/** A role of the actor, with its permissions and data scope. */
export interface Grant {
  roleId: number
  roleKey: string
  roleName: string
  /** 1 all, 2 custom, 3 own department, 4 own department and below, 5 only own rows. */
  dataScope: '1' | '2' | '3' | '4' | '5'
  deptIds: readonly number[]
  permissions: ReadonlySet<string>
}

/** The caller: always from the session, never from the request's body. */
export interface Actor {
  accountId: number
  tenantId: number
  tenantName: string
  userName: string
  nickName: string
  /** 1 system user, 2 H5 user, 3 mini-program user, 4 supplier, 5 customer. */
  userType: number
  deptId: number | null
  deptName: string | null
  avatar: string | null
  sessionId: number
  /** Where the database's log ended after the last write of the session: what the caller must find in whatever they read. */
  walPosition?: string
  superAdmin: boolean
  /** Has an initial password: may only set another one. */
  mustChangePassword: boolean
  /** A role demands a second factor and the account has none: may only set it up. */
  mustSetUpFactor: boolean
  grants: readonly Grant[]
  permissions: ReadonlySet<string>
}

/** Users of an enterprise; the other user types are its partners: suppliers, customers, mini-program users. */
export const staff = 1

export function hasPermission(actor: Actor, permission: string): boolean {
  return actor.superAdmin || actor.permissions.has(permission)
}
