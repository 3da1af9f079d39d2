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
const found = (part: Partial<ReportContent>, key: Parameters<typeof stageByKey>[0] = 'factoryExit') =>
  checkReport(complete(part), form(key), now).map(problem => [
    problem.at,
    problem.phrase ?? `error.${problem.issue.error}`,
  ])

describe('before a report is sent', () => {
  it('nothing is wrong with a complete one, also with codes that could not be checked yet', () => {
    expect(found({})).toEqual([])
  })

  it('a code must have been scanned (VAL-40, ERR-45)', () => {
    expect(found({ codes: [] })).toEqual([['codes', 'error.stage.noCodes']])
  })

  it.each([
    ['documentCode', { documentCode: '  ' }, 'h5.check.document'],
    ['operator', { operator: '' }, 'h5.check.operator'],
    ['time', { time: '' }, 'h5.check.time'],
    ['circulationId', { circulationId: '' as const }, 'h5.check.circulation'],
    ['templateId', { templateId: '' as const }, 'h5.check.template'],
  ])('%s must be chosen (VAL-41)', (at, part, phrase) => {
    expect(found(part)).toEqual([[at, phrase]])
  })

  it('a proof number that the server does not have is stopped here (ERR-25)', () => {
    const problems = checkReport(complete(), { ...form('factoryExit'), missingDocument: 'DOC-1' }, now)
    expect(problems).toEqual([{ at: 'documentCode', phrase: 'error.stage.documentMissing' }])
  })

  it('a code that the server refused must go, because one would stop all', () => {
    const check = { state: 'refused', error: 'stage.levelTooHigh', message: 'too high' } as const
    expect(found({ codes: [{ code: 'A', at: now, check }] })).toEqual([['codes', 'h5.check.refusedCodes']])
  })

  it('a parent code is asked for where codes are packed, and only there', () => {
    const values = { quantity: '3', packageNumber: 'P-1' }
    expect(found({ values }, 'packing')).toEqual([['parentCode', 'h5.check.parent']])
    expect(found({ values, parentCode: 'P' }, 'packing')).toEqual([])
  })

  it('the time may not lie in the future, beyond what a phone’s clock is off', () => {
    expect(found({ time: new Date(now + 4 * 60_000).toISOString() })).toEqual([])
    expect(found({ time: new Date(now + 60 * 60_000).toISOString() })).toEqual([['time', 'h5.check.future']])
  })

  it('what has been done is judged by the time as it is, not by a clock that is 500 days behind', () => {
    const values = { treeSpecies: 'OKO', fellingTime: '2199-01-01T08:00:00.000Z', loggingPermitNumber: 'P' }
    const later = Date.UTC(2199, 0, 2)
    expect(checkReport(complete({ values }), form('felling'), later)).toEqual([])
    expect(checkReport(complete({ values }), form('felling'), now)).toMatchObject([
      { at: 'values.fellingTime', issue: { error: 'inFuture' } },
    ])
  })

  it('half a position is no position', () => {
    expect(found({ position: [9.4, Number.NaN] })).toEqual([['position', 'h5.coordinates.wrong']])
    expect(found({ position: [9.4, 91] })).toEqual([['position', 'h5.coordinates.wrong']])
  })

  it('a required field of the stage must be filled in, and a number must be one', () => {
    expect(found({ values: { quantity: 'many' } })).toEqual(
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
