import { stageByKey } from '@timbermark/contract/stages'
import { describe, expect, it } from 'vitest'
import { checkReport } from './check.ts'
import { formFields } from './form-model.ts'
import { newReport, type ReportContent } from './report.ts'

const now = Date.UTC(2026, 2, 1)
const form = (key: Parameters<typeof stageByKey>[0]) => {
  const stage = stageByKey(key)
  return { language: 'en' as const, stage, attributes: [], fields: formFields(stage) }
}

function complete(part: Partial<ReportContent> = {}): ReportContent {
  const report = newReport({ id: 'a', owner: '7', stage: 'factoryExit', operator: 'Demo', now })
  return {
    ...report.content,
    codes: [{ code: 'A', at: now, check: { state: 'unchecked' } }],
    documentCode: 'DOC-1',
    circulationId: 3,
    templateId: 5,
    values: { quantity: '12', outboundOrder: 'OUT-7' },
    ...part,
  }
}
const problemsOf = (part: Partial<ReportContent>, key: Parameters<typeof stageByKey>[0] = 'factoryExit') =>
  checkReport(complete(part), form(key), now).map(problem => [
    problem.at,
    problem.phrase ?? `error.${problem.issue.error}`,
  ])

describe('the check before a report is sent', () => {
  it('accepts a complete report, also with codes that could not be checked yet', () => {
    expect(problemsOf({})).toEqual([])
  })

  it('requires a scanned code (VAL-40, ERR-45)', () => {
    expect(problemsOf({ codes: [] })).toEqual([['codes', 'error.stage.noCodes']])
  })

  it.each([
    ['documentCode', { documentCode: '  ' }, 'h5.check.document'],
    ['operator', { operator: '' }, 'h5.check.operator'],
    ['time', { time: '' }, 'h5.check.time'],
    ['templateId', { templateId: '' as const }, 'h5.check.template'],
  ])('requires %s (VAL-41)', (at, part, phrase) => {
    expect(problemsOf(part)).toEqual([[at, phrase]])
  })

  it('rejects a proof number that the server does not have (ERR-25)', () => {
    const problems = checkReport(complete(), { ...form('factoryExit'), missingDocument: 'DOC-1' }, now)
    expect(problems).toEqual([{ at: 'documentCode', phrase: 'error.stage.documentMissing' }])
  })

  it('rejects a refused code, because one refuses the whole report', () => {
    const check = { state: 'refused', error: 'stage.levelTooHigh', message: 'too high' } as const
    expect(problemsOf({ codes: [{ code: 'A', at: now, check }] })).toEqual([['codes', 'h5.check.refusedCodes']])
  })

  it('requires a parent code when codes are packed, and only then', () => {
    const values = { quantity: '3', packageNumber: 'P-1' }
    expect(problemsOf({ values }, 'packing')).toEqual([['parentCode', 'h5.check.parent']])
    expect(problemsOf({ values, parentCode: 'P' }, 'packing')).toEqual([])
  })

  it('rejects the year 26, which a date input makes of two typed digits', () => {
    expect(problemsOf({ time: '0026-09-12T08:00:00.000Z' })).toEqual([['time', 'h5.check.year']])
  })

  it('rejects a time in the future, beyond the tolerance for a phone’s clock', () => {
    expect(problemsOf({ time: new Date(now + 4 * 60_000).toISOString() })).toEqual([])
    expect(problemsOf({ time: new Date(now + 60 * 60_000).toISOString() })).toEqual([['time', 'h5.check.future']])
  })

  it('compares times of completed work with the true time, not with a clock that is 500 days behind', () => {
    const values = { treeSpecies: 'OKO', fellingTime: '2199-01-01T08:00:00.000Z', loggingPermitNumber: 'P' }
    const later = Date.UTC(2199, 0, 2)
    expect(checkReport(complete({ values }), form('felling'), later)).toEqual([])
    expect(checkReport(complete({ values }), form('felling'), now)).toMatchObject([
      { at: 'values.fellingTime', issue: { error: 'inFuture' } },
    ])
  })

  it('rejects half a position', () => {
    expect(problemsOf({ position: [9.4, Number.NaN] })).toEqual([['position', 'h5.coordinates.wrong']])
    expect(problemsOf({ position: [9.4, 91] })).toEqual([['position', 'h5.coordinates.wrong']])
  })

  it('requires the required fields of the stage, and numbers in number fields', () => {
    expect(problemsOf({ values: { quantity: 'many' } })).toEqual(
      expect.arrayContaining([
        ['values.quantity', 'error.notNumber'],
        ['values.outboundOrder', 'error.required'],
      ]),
    )
  })

  it('names the other field when one exceeds it', () => {
    const values = { departureTime: '2026-02-02T08:00:00.000Z', arrivalTime: '2026-02-01T08:00:00.000Z' }
    const problem = checkReport(complete({ values }), form('forestInspection'), now).find(
      one => one.at === 'values.departureTime',
    )
    expect(problem).toEqual({
      at: 'values.departureTime',
      issue: { field: 'departureTime', error: 'stage.after', params: { other: 'arrivalTime' } },
    })
  })
})
