import { describe, expect, it } from 'vitest'
import { countCodes, toReportBody } from './entry-body.ts'

const form = {
  stage: 'felling',
  templateId: 3,
  circulationId: 1,
  documentCode: 'CERT-1',
  operator: 'Clerk',
  time: '2026-11-01T08:00:00.000Z',
} as const

describe('the report of a form', () => {
  it('counts codes and ranges together, and skips incomplete ranges', () => {
    expect(countCodes('A B', [{ requestId: 1, from: 11, to: 20 }])).toBe(12)
    expect(countCodes('', [{ requestId: 1, from: 20, to: 10 }])).toBe(0)
    // Incomplete, or not a number.
    expect(countCodes('A', [{}, { requestId: 1, to: 10 }, { from: 'x' as never, to: 10 }])).toBe(1)
  })

  it('sends only values that are filled in', () => {
    const body = toReportBody('id', {
      ...form,
      codes: 'A1',
      ranges: [],
      parentCode: '',
      position: null,
      values: { volume: '2.5', yardName: ' ', photos: [], remark: null },
    })
    expect(body).toEqual({ ...form, reportId: 'id', codes: ['A1'], values: { volume: '2.5' } })
  })

  it('sends a position as its two numbers', () => {
    expect(toReportBody('id', { ...form, position: ['9.45', '0.39'] })).toMatchObject({
      longitude: '9.45',
      latitude: '0.39',
    })
  })
})
