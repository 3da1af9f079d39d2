import { expectTypeOf, test } from 'vitest'
import type { Access, ParamOf, PlainPath } from './call.ts'
import type { calls } from './calls.ts'
import type { Permission } from './index.ts'

test('a call names a permission that a role can hold: of an entity, its verbs, a screen or its buttons', () => {
  expectTypeOf<'catalog:product:list'>().toExtend<Permission>()
  expectTypeOf<'system:division:sync'>().toExtend<Permission>()
  expectTypeOf<'monitor:online:batchLogout'>().toExtend<Permission>()
  expectTypeOf<string>().not.toExtend<Permission>()
  expectTypeOf<{ permission: 'catalog:product:list' }>().toExtend<Access<Permission>>()
  // `calls.ts` requires this of every declared call.
  expectTypeOf<{ permission: 'catalog:prodcut:list' }>().not.toExtend<Access<Permission>>()
  expectTypeOf<(typeof calls)[number]['access']>().toExtend<Access<Permission>>()
})

test('the parameters of a path are known by name, whatever pattern they have', () => {
  expectTypeOf<PlainPath<'/a/:id(^\\d+$)/b/:code'>>().toEqualTypeOf<'/a/:id/b/:code'>()
  expectTypeOf<ParamOf<'/a/:id(^\\d+$)/b/:code'>>().toEqualTypeOf<'id' | 'code'>()
  expectTypeOf<ParamOf<'/a/b'>>().toEqualTypeOf<never>()
})
