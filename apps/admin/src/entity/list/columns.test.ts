import { codeRequest, entities, product } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { planColumns } from './columns.ts'
import { arrange, parsePreferences } from './preferences.ts'
import { toTree } from '../tree.ts'

const names = (entity: Parameters<typeof planColumns>[0], permissions = ['*:*:*']) =>
  planColumns(entity, permissions).map(({ name }) => name)

describe('columns of a list', () => {
  it('are the picture, the declared fields that belong in a list, then the time of creation', () => {
    expect(names(product)).toEqual([
      'images',
      'code',
      'name',
      'categoryId',
      'enterpriseName',
      'foreignName',
      'chineseName',
      'status',
      'createTime',
    ])
  })

  it('show the state of a record next to its name', () => {
    expect(names(codeRequest).slice(0, 2)).toEqual(['name', 'status'])
  })

  it('omit what the user may not see', () => {
    const entity = {
      ...product,
      fields: { ...product.fields, code: { ...product.fields.code, permission: 'catalog:product:secret' } },
    }
    expect(names(entity, ['catalog:product:list'])).not.toContain('code')
    expect(names(entity, ['catalog:product:secret'])).toContain('code')
  })

  it('put numbers at the end of their column and can be sorted only where declared', () => {
    const plans = planColumns(codeRequest, ['*:*:*'])
    expect(plans.find(({ name }) => name === 'count')).toMatchObject({ align: 'end', sortable: false })
    for (const entity of entities) {
      for (const plan of planColumns(entity, ['*:*:*'])) expect(plan.width).toBeGreaterThan(0)
    }
  })
})

describe('a person’s columns', () => {
  it('keep their order; a new one takes its declared position', () => {
    expect(arrange(['a', 'b', 'new', 'c'], { order: ['c', 'b', 'a', 'gone'] })).toEqual(['c', 'b', 'new', 'a'])
    expect(arrange(['new', 'a'], { order: ['a'] })).toEqual(['new', 'a'])
    expect(arrange(['a', 'b'], { order: [] })).toEqual(['a', 'b'])
  })

  it.each(['', 'null', '{', '[]', '{"order":5,"hidden":[1,"a"],"folded":"yes"}'])(
    'survive an unreadable entry in the browser: %s',
    text => {
      expect(parsePreferences(text).order).toEqual([])
      expect(parsePreferences(text).hidden.every(name => name === 'a')).toBe(true)
      expect(parsePreferences(text).folded).toBeUndefined()
    },
  )
})

describe('a tree of rows', () => {
  it('puts rows under their parents, and a row without a visible parent at the root', () => {
    const tree = toTree([
      { id: 2, parentId: 1 },
      { id: 1, parentId: 0 },
      { id: 3, parentId: 99 },
    ])
    expect(tree).toEqual([
      { id: 1, parentId: 0, children: [{ id: 2, parentId: 1 }] },
      { id: 3, parentId: 99 },
    ])
  })
})
