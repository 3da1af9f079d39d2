import { describe, expect, it } from 'vitest'
import { type Matrix, matrixRows } from './matrix-rows.ts'

const role = (roleId: number, superAdmin = false) => ({
  roleId,
  roleName: `Role ${roleId}`,
  roleKey: `role:${roleId}`,
  status: '0',
  superAdmin,
})
const matrix: Matrix = {
  roles: [role(1, true), role(2)],
  permissions: [
    { menuId: 10, parentId: 0, label: 'System', menuType: 'M', perms: null },
    { menuId: 11, parentId: 10, label: 'Users', menuType: 'C', perms: 'system:user:list' },
    { menuId: 12, parentId: 11, label: 'Add', menuType: 'F', perms: 'system:user:add' },
    { menuId: 20, parentId: 0, label: 'Trade', menuType: 'M', perms: null },
  ],
  granted: { '2': [10, 11] },
}

describe('permission matrix (OPEN-08)', () => {
  it('lists the roles with each permission; the super administrator has all', () => {
    expect(matrixRows(matrix, '').map(row => [row.menuId, row.depth, [...row.roles]])).toEqual([
      [10, 0, [1, 2]],
      [11, 1, [1, 2]],
      [12, 2, [1]],
      [20, 0, [1]],
    ])
  })

  it('finds by label and by permission, with the ancestors', () => {
    expect(matrixRows(matrix, 'USER:ADD').map(row => row.menuId)).toEqual([10, 11, 12])
    expect(matrixRows(matrix, 'trade').map(row => row.menuId)).toEqual([20])
    expect(matrixRows(matrix, 'nothing')).toEqual([])
  })
})
