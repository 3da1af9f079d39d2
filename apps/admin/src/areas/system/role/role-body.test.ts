import { describe, expect, it } from 'vitest'
import type { Row } from '../../../entity/types.ts'
import { toRoleBody, roleValues } from './role-body.ts'

const row: Row = {
  id: 31,
  roleName: 'Yard clerk',
  roleKey: 'yard:clerk',
  roleSort: 10,
  status: '0',
  remark: null,
  menuIds: [1, 10, 100],
  menuCheckStrictly: true,
}

describe('role form (SEC-20, ENT-22)', () => {
  it('adds a role with its menus, half-ticked ones included', () => {
    const values = {
      ...roleValues(undefined),
      roleName: 'New',
      roleKey: 'new',
      menuIds: { ids: [1, 10], linked: false },
    }
    expect(toRoleBody(values, undefined)).toEqual({
      roleName: 'New',
      roleKey: 'new',
      roleSort: 10,
      status: '0',
      menuIds: [1, 10],
      menuCheckStrictly: false,
    })
  })

  it('sends nothing when nothing changed', () => {
    const values = roleValues(row)
    expect(toRoleBody(values, row)).toBeUndefined()
    expect(toRoleBody({ ...values, menuIds: { ids: [100, 10, 1], linked: true } }, row)).toBeUndefined()
  })

  it('sends the menus as a whole when one was removed', () => {
    expect(toRoleBody({ ...roleValues(row), menuIds: { ids: [1, 10], linked: true } }, row)).toEqual({
      id: 31,
      menuIds: [1, 10],
    })
  })
})
