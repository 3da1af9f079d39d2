export interface MatrixRole {
  roleId: number
  roleName: string
  roleKey: string
  status: string
  /** Has every permission, whatever menus it was granted. */
  superAdmin: boolean
}
export interface MatrixPermission {
  menuId: number
  parentId: number
  label: string
  menuType: 'M' | 'C' | 'F'
  perms: string | null
}
/** Answer of `GET /system/role/matrix`; permissions in the order of the tree. */
export interface Matrix {
  roles: MatrixRole[]
  permissions: MatrixPermission[]
  /** Menu ids by role id. */
  granted: Record<string, number[]>
}

export interface MatrixRow extends MatrixPermission {
  /** 0 for a catalogue at the root. */
  depth: number
  /** Ids of the roles with the permission. */
  roles: ReadonlySet<number>
}

/** Rows of the matrix whose label or permission contains the text, with their ancestors. */
export function matrixRows({ roles, permissions, granted }: Matrix, text: string): MatrixRow[] {
  const grantedByRole = new Map(roles.map(role => [role.roleId, new Set(granted[String(role.roleId)] ?? [])]))
  const byId = new Map(permissions.map(permission => [permission.menuId, permission]))
  const depthOf = (permission: MatrixPermission): number => {
    const parent = byId.get(permission.parentId)
    return parent ? depthOf(parent) + 1 : 0
  }
  const rows = permissions.map(permission => ({
    ...permission,
    depth: depthOf(permission),
    roles: new Set(
      roles
        .filter(role => role.superAdmin || grantedByRole.get(role.roleId)?.has(permission.menuId))
        .map(role => role.roleId),
    ),
  }))
  const query = text.trim().toLocaleLowerCase()
  if (query === '') return rows
  const visible = new Set<number>()
  for (const row of rows) {
    if (!`${row.label} ${row.perms ?? ''}`.toLocaleLowerCase().includes(query)) continue
    for (let at: MatrixPermission | undefined = row; at; at = byId.get(at.parentId)) visible.add(at.menuId)
  }
  return rows.filter(row => visible.has(row.menuId))
}
