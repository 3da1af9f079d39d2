import { codeRequest, entities, keyOf, type Listed, product, views } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { planColumns } from './columns.ts'
import { arrange, isVisible, noPreferences, parsePreferences, toggleColumn } from './preferences.ts'
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

describe('default columns', () => {
  // A view takes the place of the entity with its key.
  const listed = [...new Map(([...entities, ...views] as readonly Listed[]).map(list => [keyOf(list), list])).values()]

  it.each(listed.map(list => [keyOf(list), list] as const))('of %s exist and are at most 8', (_key, list) => {
    const plans = planColumns(list, ['*:*:*'])
    for (const name of list.defaultColumns ?? []) expect(plans.map(plan => plan.name)).toContain(name)
    expect(plans.filter(plan => isVisible(plan, noPreferences)).length).toBeLessThanOrEqual(8)
    // The name and the state of a record are never only in the settings.
    expect(plans.find(({ name }) => name === list.label)?.isDefault ?? true).toBe(true)
    expect(plans.find(({ name }) => name === list.states?.field)?.isDefault ?? true).toBe(true)
  })

  it('can be switched off, and others on, each by the user’s own choice', () => {
    const isOn = (name: string, choice = noPreferences) =>
      isVisible(planColumns(codeRequest, ['*:*:*']).find(plan => plan.name === name)!, choice)
    expect(isOn('count')).toBe(true)
    expect(isOn('stageType')).toBe(false)
    const plan = (name: string) => ({ name, isDefault: codeRequest.defaultColumns.includes(name as never) })
    const without = { ...noPreferences, ...toggleColumn(plan('count'), noPreferences, false) }
    expect(isOn('count', without)).toBe(false)
    const more = { ...without, ...toggleColumn(plan('stageType'), without, true) }
    expect([isOn('count', more), isOn('stageType', more)]).toEqual([false, true])
    expect({ ...more, ...toggleColumn(plan('count'), more, true) }).toMatchObject({ hidden: [], added: ['stageType'] })
  })

  it('follow the declaration for those who have only moved columns or folded the search', () => {
    const stored = parsePreferences('{"order":["count","name"],"hidden":[],"folded":true}')
    expect(isVisible({ name: 'stageType', isDefault: false }, stored)).toBe(false)
    expect(isVisible({ name: 'count', isDefault: true }, stored)).toBe(true)
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
