export interface MatrixRole {
  roleId: number
  roleName: string
  roleKey: string
  status: string
  /** Holds everything, whatever menus it was given. */
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
  /** Ids of the roles that may. */
  roles: ReadonlySet<number>
}

/** Rows of the matrix whose label or permission contains the text, with what stands above them. */
export function matrixRows({ roles, permissions, granted }: Matrix, text: string): MatrixRow[] {
  const held = new Map(roles.map(role => [role.roleId, new Set(granted[String(role.roleId)] ?? [])]))
  const byId = new Map(permissions.map(permission => [permission.menuId, permission]))
  const depthOf = (permission: MatrixPermission): number => {
    const parent = byId.get(permission.parentId)
    return parent ? depthOf(parent) + 1 : 0
  }
  const rows = permissions.map(permission => ({
    ...permission,
    depth: depthOf(permission),
    roles: new Set(
      roles.filter(role => role.superAdmin || held.get(role.roleId)?.has(permission.menuId)).map(role => role.roleId),
    ),
  }))
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return rows
  const shown = new Set<number>()
  for (const row of rows) {
    if (!`${row.label} ${row.perms ?? ''}`.toLocaleLowerCase().includes(wanted)) continue
    for (let at: MatrixPermission | undefined = row; at; at = byId.get(at.parentId)) shown.add(at.menuId)
  }
  return rows.filter(row => shown.has(row.menuId))
}
