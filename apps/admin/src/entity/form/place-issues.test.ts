import { describe, expect, it } from 'vitest'
import { placeInForm } from './place-issues.ts'

const known = [['name'], ['attributes', 0, 'label'], ['attributes', 1, 'label'], ['values', 'length'], ['menuIds']]
const issue = (field: string) => ({ field, error: 'required' as const })

describe('refusals next to their fields', () => {
  it('finds the field of a list entry and of a nested value', () => {
    const { placed, rest } = placeInForm([issue('attributes.1.label'), issue('values.length'), issue('name')], known)
    expect(placed.map(({ name }) => name)).toEqual([['attributes', 1, 'label'], ['values', 'length'], ['name']])
    expect(rest).toEqual([])
  })

  it('puts the issue of a part next to the nearest field that the form shows', () => {
    const { placed } = placeInForm([issue('menuIds.3'), issue('name'), issue('name')], known)
    expect(placed.map(({ name, issues }) => [name, issues.length])).toEqual([
      [['menuIds'], 1],
      [['name'], 2],
    ])
  })

  it('leaves over issues without a field, so that they are shown above the form', () => {
    const { placed, rest } = placeInForm([issue('attributes.0.dict'), issue('status')], known)
    expect(placed).toEqual([])
    expect(rest.map(({ field }) => field)).toEqual(['attributes.0.dict', 'status'])
  })
})
