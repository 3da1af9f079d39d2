import { articles, platformRequest } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { detailLines } from './detail-lines.ts'

const linesOf = (...args: Parameters<typeof detailLines>) => detailLines(...args).map(([name]) => name)

describe('lines of a new record', () => {
  it('are all fields that the specification lists for a request of platform codes (ENT-08)', () => {
    const row = { id: 1, activityName: 'Spring', startPosition: 0, endPosition: 9999, status: 'initialized' }
    expect(linesOf(platformRequest, row, true)).toEqual(
      expect.arrayContaining(
        'activityName batchId productBrand productTitle productCode applicationNumber platformNumber count startPosition endPosition miniAppId miniPath miniVersion status remark'.split(
          ' ',
        ),
      ),
    )
  })

  it('are those of an article with the day of its publication (ENT-41)', () => {
    expect(linesOf(articles, { id: 1, status: 'draft' }, true)).toContain('publishTime')
  })

  it('omit fields that the system may never set', () => {
    const lines = linesOf(platformRequest, { id: 1 }, true)
    expect(lines).not.toContain('failure')
    expect(lines).not.toContain('createTime')
  })
})
