import { describe, expect, it } from 'vitest'
import { branchesOf, filterTree, keysOf, type LabelNode } from './label-tree.ts'

const tree: LabelNode[] = [
  {
    id: 1,
    label: 'Head office',
    children: [
      { id: 2, label: 'Sales' },
      { id: 3, label: 'Yard', children: [{ id: 4, label: 'Night shift' }] },
    ],
  },
]

describe('department tree next to the users', () => {
  it('keeps ancestors and descendants of a match', () => {
    expect(keysOf(filterTree(tree, 'yard'))).toEqual([1, 3, 4])
    expect(keysOf(filterTree(tree, ' NIGHT '))).toEqual([1, 3, 4])
  })

  it('shows all without a text and nothing without a match', () => {
    expect(keysOf(filterTree(tree, ' '))).toEqual([1, 2, 3, 4])
    expect(filterTree(tree, 'mill')).toEqual([])
  })

  it('lists every node that can be opened', () => {
    expect(branchesOf(tree)).toEqual([1, 3])
  })
})
