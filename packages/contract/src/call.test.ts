import { expect, expectTypeOf, test } from 'vitest'
import type { ParamOf, PlainPath } from './call.ts'
import { defineCall, type Permission } from './index.ts'
import { nothing } from './wire/shapes.ts'

test('a call names a permission that a role can hold: of an entity, its verbs, a screen or its buttons', () => {
  expectTypeOf<'catalog:product:list'>().toExtend<Permission>()
  expectTypeOf<'system:division:sync'>().toExtend<Permission>()
  expectTypeOf<'monitor:online:batchLogout'>().toExtend<Permission>()
  expectTypeOf<string>().not.toExtend<Permission>()
  const misspelt = defineCall({
    method: 'GET',
    path: '/catalog/product/nothing',
    // @ts-expect-error the object is called product
    access: { permission: 'catalog:prodcut:list' },
    summary: '',
    answer: nothing,
  })
  expect(misspelt.summary).toBe('')
})

test('the parameters of a path are known by name, whatever pattern they have', () => {
  expectTypeOf<PlainPath<'/a/:id(^\\d+$)/b/:code'>>().toEqualTypeOf<'/a/:id/b/:code'>()
  expectTypeOf<ParamOf<'/a/:id(^\\d+$)/b/:code'>>().toEqualTypeOf<'id' | 'code'>()
  expectTypeOf<ParamOf<'/a/b'>>().toEqualTypeOf<never>()
})
