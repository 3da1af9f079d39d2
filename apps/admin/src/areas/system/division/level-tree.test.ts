import { describe, expect, it } from 'vitest'
import { buildLevelTree, recordId } from './level-tree.ts'

const row = (id: number, cityId: number, hasChildren: boolean) => ({ id, cityId, hasChildren })

describe('divisions read level by level (SYS-20)', () => {
  it('uses the division code as id, which the level below refers to, and carries the row id for its record', () => {
    const [north] = buildLevelTree([row(1, 110000, true)], new Map([[110000, [row(2, 110101, false)]]]))
    expect(north?.id).toBe(110000)
    expect(recordId(north!)).toBe(1)
    expect(north?.children?.map(child => [child.id, recordId(child)])).toEqual([[110101, 2]])
  })

  it('offers to open a division that has not been loaded yet, and none without children', () => {
    const [unread, leaf] = buildLevelTree([row(1, 120000, true), row(2, 130000, false)], new Map([[120000, undefined]]))
    expect(unread?.children).toEqual([])
    expect(leaf?.children).toBeUndefined()
  })
})
