import { describe, expect, test } from 'vitest'
import { scopePredicate } from '../../src/entity/scope.ts'
import type { Grant } from '../../src/platform/actor.ts'

const columns = { alias: 't', dept: 'dept_id', owner: 'created_by' }
const grant = (dataScope: Grant['dataScope'], permission: string): Grant => ({
  roleId: 1,
  roleKey: 'role',
  roleName: 'Role',
  dataScope,
  deptIds: [7],
  permissions: new Set([permission]),
})
const predicateOf = (...grants: Grant[]) => {
  const { sql, values } = scopePredicate(
    { accountId: 1, tenantId: 2, deptId: 3, superAdmin: false, grants },
    'catalog:batch:list',
    columns,
  )
  return { sql, values }
}

describe('a role without the permission of the running call', () => {
  const without = (dataScope: Grant['dataScope']) => grant(dataScope, 'catalog:product:list')

  test.each(['1', '2', '3', '4', '5'] as const)(
    'with data scope %s does not widen the scope of another role',
    scope => {
      const ownRows = grant('5', 'catalog:batch:list')
      expect(predicateOf(ownRows, without(scope))).toEqual(predicateOf(ownRows))
      expect(predicateOf(without(scope), ownRows)).toEqual(predicateOf(ownRows))
    },
  )

  test.each(['1', '2', '3', '4', '5'] as const)('with data scope %s alone gives no rows', scope => {
    expect(predicateOf(without(scope))).toEqual({ sql: 'false', values: [] })
  })
})

test('roles with the permission add up', () => {
  const { sql } = predicateOf(grant('3', 'catalog:batch:list'), grant('5', 'catalog:batch:list'))
  expect(sql).toContain(' or ')
})
