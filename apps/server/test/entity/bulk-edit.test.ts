import { type AnyEntity, entities, entityByKey, type Field, keyOf } from '@timbermark/contract'
import type { EditOutcomes } from '@timbermark/contract/transition-calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/routes.ts'
import { makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample } from '../samples.ts'
import { makeRole } from '../system/people.ts'

/** Editing several records alike: each by the rules of a single edit. */
let world: World
let home: Awaited<ReturnType<World['makeTenant']>>
let owner: Caller
let categories: number[]
let products: number[]
const product = entityByKey('catalog/product')!
const category = entityByKey('catalog/category')!

const edit = (ids: readonly number[], changes: object, caller = owner) =>
  caller.put<EditOutcomes>('/catalog/product/several', { ids, changes })
const categoriesOf = async (ids: readonly number[]) =>
  (
    await world.admin.query('select category_id::int as id from product where id = any($1) order by id', [ids])
  ).rows.map(row => row.id)

beforeAll(async () => {
  world = await makeWorld()
  home = await world.makeTenant('SEVERAL')
  owner = await world.signIn(home, ['enterpriseAdmin'])
  categories = []
  for (const name of ['Logs', 'Boards'])
    categories.push((await owner.post<{ id: number }>('/catalog/category', { name, orderNum: 1 })).data.id)
  products = []
  for (const mark of ['A', 'B', 'C'])
    products.push((await addSample(owner, product, mark, new Map([[category, categories[0]!]]))).id)
})

const declared = (entities as readonly AnyEntity[]).filter(entity => entity.bulkEdit)

describe('the declaration', () => {
  test('names fields that people may edit, and is served', () => {
    expect(declared.length).toBeGreaterThan(3)
    for (const entity of declared) {
      for (const name of entity.bulkEdit!) {
        const field: Field | undefined = entity.fields[name]
        expect(field && !field.readonly && !field.createOnly, `${keyOf(entity)} ${name}`).toBe(true)
      }
      const path = `/${keyOf(entity)}/several`
      expect(
        routes.filter(route => route.path === path && route.method === 'PUT'),
        path,
      ).toHaveLength(1)
    }
  })
})

describe('several records', () => {
  test('get the same value, and only that', async () => {
    const before = (await world.admin.query('select name, code from product order by id')).rows
    expect((await edit(products, { categoryId: categories[1] })).data).toEqual({
      done: 3,
      failed: 0,
      results: products.map(id => ({ id, ok: true })),
    })
    expect(await categoriesOf(products)).toEqual([categories[1], categories[1], categories[1]])
    expect((await world.admin.query('select name, code from product order by id')).rows).toEqual(before)
  })

  test('are refused one by one, in the caller’s language, and the others are changed', async () => {
    const goods = await makeGoods(world, owner)
    const sealed = (await world.admin.query('select product_id::int as id from batch where id = $1', [goods.batchId]))
      .rows[0].id
    const stranger = await world.signIn(await world.makeTenant('SEVERALB'), ['enterpriseAdmin'])
    const foreign = (await addSample(stranger, product, 'F')).id
    const ids = [foreign, products[0]!, sealed, 999_999]
    const { data } = await owner.put<EditOutcomes>(
      '/catalog/product/several',
      { ids, changes: { categoryId: categories[0] } },
      { 'accept-language': 'fr' },
    )
    expect(data).toMatchObject({ done: 1, failed: 3 })
    expect(data.results.map(one => ('error' in one ? one.error : one.ok))).toEqual([
      'notFound',
      true,
      'invalid',
      'notFound',
    ])
    // The sentence of the field, as the form would show it.
    expect(data.results[2]).toMatchObject({ message: expect.stringMatching(/dites pourquoi/) })
    expect(await categoriesOf([products[0]!])).toEqual([categories[0]])
    expect(await categoriesOf([foreign])).not.toEqual([categories[0]])
    const withReason = await edit([sealed], { categoryId: categories[0], changeReason: 'Sorted anew' })
    expect(withReason.data).toMatchObject({ done: 1, failed: 0 })
  })

  test('outside of the data scope, or without the right, are not edited', async () => {
    const reader = await world.signIn(home, [])
    const roleId = await makeRole(world, owner, ['catalog:product:list', 'catalog:product:edit'], { dataScope: '5' })
    expect((await edit(products, { status: '1' }, reader)).error).toBe('forbidden')
    await owner.put(`/system/user/authRole?userId=${reader.accountId}&roleIds=${roleId}`)
    expect((await edit(products, { status: '1' }, reader)).data).toMatchObject({ done: 0, failed: 3 })
  })

  test.each<[string, object, string]>([
    ['no value', {}, 'changes'],
    ['a field that is edited one by one', { code: 'SAME' }, 'code'],
    ['a field that does not exist', { secret: 1 }, 'secret'],
  ])('%s is refused at once', async (_name, values, field) => {
    const answer = await edit(products, values)
    expect(answer.error).toBe('invalid')
    expect((answer.data as unknown as { issues: { field: string }[] }).issues[0]!.field).toBe(field)
  })
})
