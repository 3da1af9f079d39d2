import { describe, expect, it } from 'vitest'
import { can, hasRole } from '../src/index.ts'

describe('permission and role checks for display', () => {
  it('passes every permission with *:*:* (SEC-09) and every role with superAdmin (SEC-08)', () => {
    expect(can(['*:*:*'], ['system:user:remove'])).toBe(true)
    expect(hasRole(['superAdmin'], ['auditor'])).toBe(true)
  })

  it('otherwise requires one of the listed ones (SEC-10, SEC-11)', () => {
    expect(can(['system:user:add'], ['system:user:edit', 'system:user:add'])).toBe(true)
    expect(can(['system:user:list'], ['system:user:edit', 'system:user:add'])).toBe(false)
    expect(can([], ['system:user:add'])).toBe(false)
    expect(hasRole(['dealer'], ['auditor', 'dealer'])).toBe(true)
    expect(hasRole(['dealer'], ['auditor'])).toBe(false)
  })

  it('accepts neither the super role as a permission nor a part of a permission', () => {
    expect(can(['superAdmin'], ['system:user:add'])).toBe(false)
    expect(can(['system:user'], ['system:user:add'])).toBe(false)
  })

  it('throws an error that names the missing list when it is empty (VAL-56)', () => {
    expect(() => can(['*:*:*'], [])).toThrow('needed permissions')
    expect(() => hasRole(['superAdmin'], [])).toThrow('needed roles')
    expect(() => can(['*:*:*'], undefined as unknown as string[])).toThrow('needed permissions')
  })
})
