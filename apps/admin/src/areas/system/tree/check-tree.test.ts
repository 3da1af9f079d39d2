import { describe, expect, it } from 'vitest'
import { setAll, ticksOf, toggleNode } from './check-tree.ts'
import type { LabelNode } from './label-tree.ts'

const tree: LabelNode[] = [
  {
    id: 1,
    label: 'System',
    children: [
      {
        id: 10,
        label: 'Users',
        children: [
          { id: 100, label: 'Add' },
          { id: 101, label: 'Delete' },
        ],
      },
      { id: 11, label: 'Roles' },
    ],
  },
  { id: 2, label: 'Home' },
]
const ids = (set: ReadonlySet<number>) => [...set].sort((a, b) => a - b)

describe('menu tree of a role (SEC-21, SEC-22)', () => {
  it('ticks all descendants and ancestors when linkage is on', () => {
    expect(ids(toggleNode(tree, new Set(), 10, true))).toEqual([1, 10, 100, 101])
  })

  it('changes one node only when linkage is off', () => {
    expect(ids(toggleNode(tree, new Set(), 10, false))).toEqual([10])
    expect(ids(toggleNode(tree, new Set([10, 100]), 10, false))).toEqual([100])
  })

  it('first completes a partly ticked node, then clears it', () => {
    const part = new Set([1, 10, 100])
    expect(ids(toggleNode(tree, part, 10, true))).toEqual([1, 10, 100, 101])
    expect(ids(toggleNode(tree, new Set([1, 10, 100, 101]), 10, true))).toEqual([])
  })

  it('keeps an ancestor while something else below it is granted', () => {
    expect(ids(toggleNode(tree, new Set([1, 10, 100, 101, 11]), 10, true))).toEqual([1, 11])
  })

  it('shows a screen without its buttons as half, and keeps it granted', () => {
    const granted = new Set([1, 10])
    expect(ticksOf(tree, granted, true)).toEqual({ checked: [], half: [10, 1] })
    expect(ticksOf(tree, granted, false)).toEqual({ checked: [10, 1], half: [] })
  })

  it('shows a node as ticked only when all of it is granted', () => {
    const { checked, half } = ticksOf(tree, new Set([1, 10, 100, 101]), true)
    expect(checked.sort()).toEqual([10, 100, 101])
    expect(half).toEqual([1])
  })

  it('ticks and clears all, but leaves ids alone that the tree does not show', () => {
    expect(ids(setAll(tree, new Set([999]), true))).toEqual([1, 2, 10, 11, 100, 101, 999])
    expect(ids(setAll(tree, new Set([1, 10, 999]), false))).toEqual([999])
  })
})
