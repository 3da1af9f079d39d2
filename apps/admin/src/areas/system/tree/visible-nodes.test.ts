import { describe, expect, it } from 'vitest'
import { branchIds, type RowNode, listVisibleNodes } from './visible-nodes.ts'

const tree: RowNode[] = [{ id: 1, children: [{ id: 2, children: [{ id: 3 }] }, { id: 4 }] }, { id: 5 }]
const rowsOf = (open: number[]) =>
  listVisibleNodes(tree, new Set(open)).map(({ node, depth, open }) => [node.id, depth, open])

describe('rows of a tree table', () => {
  it('shows roots only while everything is folded', () => {
    expect(rowsOf([])).toEqual([
      [1, 0, false],
      [5, 0, undefined],
    ])
  })

  it('shows what is below an open node, one step deeper', () => {
    expect(rowsOf([1, 2])).toEqual([
      [1, 0, true],
      [2, 1, true],
      [3, 2, undefined],
      [4, 1, undefined],
      [5, 0, undefined],
    ])
  })

  it('keeps a node closed below a closed one', () => {
    expect(rowsOf([2])).toEqual([
      [1, 0, false],
      [5, 0, undefined],
    ])
  })

  it('lists every node that can be opened', () => {
    expect(branchIds(tree)).toEqual([1, 2])
  })

  it('lets a screen say that a node has children before they are loaded', () => {
    const lazy = listVisibleNodes([{ id: 7, hasChildren: true }], new Set(), node => node.hasChildren === true)
    expect(lazy).toEqual([{ node: { id: 7, hasChildren: true }, depth: 0, open: false }])
  })
})
