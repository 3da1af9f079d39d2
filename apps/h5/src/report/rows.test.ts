import { fieldsUnderRule, stageByKey, tableOf } from '@timbermark/contract/stages'
import { describe, expect, it } from 'vitest'
import { composeBody } from '../outbox/compose.ts'
import { fillFromLastReport, lastReportOf, addRecentStage } from './last-report.ts'
import { checkReport } from './check.ts'
import { formFields } from './form-model.ts'
import { newReport, type ReportContent } from './report.ts'
import { fillMeasuredVolume } from './measured.ts'
import {
  cleanRows,
  codesOf,
  copyRow,
  type LogRow,
  rowFields,
  setRowsRule,
  setRowValue,
  tableVolume,
  toList,
  toTable,
} from './rows.ts'
import { remainingMarks, remainingFieldErrors, fieldErrorsOf } from './field-errors.ts'

const now = Date.UTC(2026, 2, 1)
const stage = stageByKey('felling')
const table = tableOf('felling')!
const fields = formFields(stage)
const form = { language: 'fr' as const, stage, attributes: [], fields }

const row = (key: string, part: Partial<LogRow> = {}): LogRow => ({
  key,
  code: `0000AX7QK2M5N8P9R3T${key}`,
  at: now,
  check: { state: 'unchecked' },
  values: { treeSpecies: 'OKO', diameter1: '60', diameter2: '56', length: '11,4' },
  ...part,
})

function content(part: Partial<ReportContent> = {}): ReportContent {
  const report = newReport({ id: 'a', owner: '7', stage: 'felling', operator: 'Demo', now })
  return {
    ...report.content,
    documentCode: 'DOC-1',
    circulationId: 3,
    templateId: 5,
    values: { fellingTime: '2026-02-20T08:00:00.000Z', loggingPermitNumber: 'PFA-1' },
    rows: [row('1'), row('2')],
    ...part,
  }
}
const problemsOf = (part: Partial<ReportContent>) =>
  checkReport(content(part), form, now).map(problem => [problem.at, problem.row, problem.phrase ?? problem.issue.error])

describe('a table of logs', () => {
  it('computes the volume from both diameters and the length, as they are typed in French', () => {
    const typed = setRowValue(
      table,
      { diameter1: '60', diameter2: '56' },
      { key: 'length', value: '11,4', language: 'fr' },
    )
    expect(typed.volume).toBe('3.012')
    expect(tableVolume(table, [row('1', { values: typed }), row('2', { values: { volume: '0,5' } })], 'fr')).toBe(
      '3.512',
    )
  })

  it('removes a computed volume with its measures, and keeps a typed one', () => {
    const withVolume = { diameter1: '60', diameter2: '56', length: '11.4', volume: '3.012' }
    expect(setRowValue(table, withVolume, { key: 'length', value: '', language: 'en' })).not.toHaveProperty('volume')
    const typed = { volume: '2', diameter1: '60' }
    expect(setRowValue(table, typed, { key: 'logNumber', value: 'L', language: 'en' }).volume).toBe('2')
  })

  it('copies species and sizes, and neither code nor number nor pictures', () => {
    const copy = copyRow(
      row('1', { values: { ...row('1').values, logNumber: 'L-1', photos: ['p'] } }),
      fields,
      'k',
      now,
    )
    expect(copy).toMatchObject({ key: 'k', code: '', values: row('1').values })
    expect(copy.values).not.toHaveProperty('logNumber')
    expect(copy.values).not.toHaveProperty('photos')
  })

  it('has no problem when every log has a code and the required fields', () => {
    expect(problemsOf({})).toEqual([])
  })

  it('names the log and the field of a problem, and a shared problem once', () => {
    expect(
      problemsOf({
        values: { fellingTime: '2026-02-20T08:00:00.000Z' },
        rows: [row('1'), row('2', { values: {} }), row('3', { code: '' }), row('4', { code: row('1').code })],
      }),
    ).toEqual([
      ['rows.2.values.treeSpecies', 2, 'required'],
      ['rows.3.code', 3, 'h5.check.rowCode'],
      ['rows.4.code', 4, 'h5.codes.duplicate'],
      ['values.loggingPermitNumber', undefined, 'required'],
    ])
    expect(problemsOf({ rows: [] })).toEqual([['codes', undefined, 'error.stage.noCodes']])
  })

  it('is sent as one record for each log, with plain numbers and the volume', () => {
    const rows = cleanRows(table, fields, [row('1'), row('9', { code: '', values: {} })], 'fr')
    const report = newReport({ id: 'a', owner: '7', stage: 'felling', operator: 'Demo', now })
    const body = composeBody({ ...report, content: content({ rows }) }, [])
    expect(body).toMatchObject({
      rows: [{ code: row('1').code, values: { length: '11.4', volume: '3.012', treeSpecies: 'OKO' } }],
    })
    expect(body).not.toHaveProperty('codes')
  })

  it('is converted from a list of codes and back without losing a code', () => {
    const codes = codesOf(content())
    const listed = { codes, values: { ...content().values, treeSpecies: 'OKO', length: '3' } }
    let n = 0
    const converted = toTable(listed, table, fields, () => String(++n))
    expect(converted.rows?.map(one => [one.code, one.values])).toEqual(
      codes.map(one => [one.code, { treeSpecies: 'OKO', length: '3' }]),
    )
    expect(converted.values).toEqual(content().values)
    expect(toList(converted)).toMatchObject({ rows: undefined, codes, values: listed.values })
  })
})

describe('a measure rule', () => {
  const ends = { treeSpecies: 'OKO', diameter1: '80', diameter2: '72', length: '6,2' }

  it('computes the volumes of all rows anew when it is chosen, changed or given up', () => {
    const volumes = (rows: readonly LogRow[]) => rows.map(({ values }) => values.volume)
    const choose = (rows: readonly LogRow[], before: string | undefined, rule: string | undefined) =>
      setRowsRule(table, rows, { before, rule, language: 'fr' })
    const rows = [row('1', { values: ends }), row('2', { values: { volume: '1' } })]
    const smalian = choose(rows, undefined, 'smalian')
    expect(volumes(smalian)).toEqual(['2.82', '1'])
    // Nobody has measured the middle: the volume of the other rule does not stay.
    const huber = choose(smalian, 'smalian', 'huber')
    expect(volumes(huber)).toEqual([undefined, '1'])
    expect(volumes(choose(huber, 'huber', undefined))).toEqual(['2.813', '1'])
  })

  it('has the columns that it needs, and no other measure is sent', () => {
    const under = (rule?: string) => [...fieldsUnderRule(table.measure, fields, rule)]
    const measures = (rule?: string) =>
      rowFields(table, under(rule))
        .filter(({ unit }) => unit === 'cm')
        .map(({ key }) => key)
    expect(measures()).toEqual(['diameter1', 'diameter2'])
    expect(measures('huber')).toEqual(['middleDiameter'])
    const [sent] = cleanRows(table, under('gbt4814'), [row('1', { values: ends })], 'fr', 'gbt4814')
    expect(sent!.values).toEqual({ treeSpecies: 'OKO', diameter2: '72', length: '6.2', volume: '2.979' })
  })

  it('insists on its measures, at the row that lacks them', () => {
    const values = { ...content().values, measureRule: 'newton' }
    expect(problemsOf({ values, rows: [row('1', { values: ends })] })).toEqual([
      ['rows.1.values.middleDiameter', 1, 'plausible.measureMissing'],
    ])
  })

  it('makes the volume that all codes of a list share, and takes it away with its measures', () => {
    const codes = [row('1'), row('2')].map(({ code, at, check }) => ({ code, at, check }))
    const list = content({ rows: undefined, codes, values: { ...ends, measureRule: 'smalian' } })
    const filled = fillMeasuredVolume('felling', list, 'fr')
    expect(filled.values.volume).toBe('5.64')
    expect(fillMeasuredVolume('felling', filled, 'fr')).toBe(filled)
    const { length: _, ...shorter } = filled.values
    expect(fillMeasuredVolume('felling', { ...filled, values: shorter }, 'fr').values).not.toHaveProperty('volume')
    const typed = content({ rows: undefined, codes, values: { ...ends, volume: '3' } })
    expect(fillMeasuredVolume('felling', typed, 'fr')).toBe(typed)
  })

  it('makes the volume of sawn timber by its pieces', () => {
    const values = { productLength: '4000', productWidth: '100', productHeight: '25', productQuantity: '50' }
    const boards = { ...content({ rows: undefined }), values: { ...values, outputRule: 'sawnPieces' } }
    expect(fillMeasuredVolume('processing', boards, 'fr').values.outputVolume).toBe('0.5')
  })
})

describe('the field errors of a refusal', () => {
  const refusal = {
    error: 'stage.alreadyLinked',
    message: 'linked',
    codes: [],
    issues: [
      { field: 'rows.1.values.length', error: 'tooLarge' as const },
      { field: 'longitude', error: 'required' as const },
    ],
  }

  it('stay at their field until it changes, also when rows before it are removed', () => {
    const errors = fieldErrorsOf(refusal, content())
    expect(errors.map(one => one.at)).toEqual(['rows.2.values.length', 'position'])
    const old = content({ told: errors })
    const without = { ...old, rows: old.rows!.slice(1) }
    expect(remainingFieldErrors(old, without)).toBe(errors)
    const mended = { ...without, rows: [row('2', { values: { ...row('2').values, length: '9' } })] }
    expect(remainingFieldErrors(without, mended)?.map(one => one.at)).toEqual(['position'])
  })

  it('are placed by the error key when the refusal names no field', () => {
    expect(
      fieldErrorsOf({ error: 'stage.documentMissing', message: '', codes: [], issues: [] }, content()),
    ).toMatchObject([{ at: 'documentCode' }])
  })
})

describe('a report filled in from the last one', () => {
  const last = lastReportOf(
    content({
      values: { ...content().values, quantity: '3', remark: 'x', yardName: 'Yard', childLabour: 'compliant' },
    }),
    stage,
    table,
  )

  it('keeps permit, document and species, and neither codes, numbers, sizes, dates nor pictures', () => {
    expect(last).toEqual({
      documentCode: 'DOC-1',
      operator: 'Demo',
      circulationId: 3,
      templateId: 5,
      values: { loggingPermitNumber: 'PFA-1', yardName: 'Yard', childLabour: 'compliant' },
      row: { treeSpecies: 'OKO' },
    })
  })

  it('marks each part that comes from the last report, until it is changed', () => {
    const fresh = newReport({ id: 'b', owner: '7', stage: 'felling', operator: 'Demo', now }).content
    const filledIn = fillFromLastReport(fresh, last, { key: 'k', now })
    expect(filledIn.rows).toMatchObject([{ key: 'k', code: '', values: { treeSpecies: 'OKO' } }])
    expect(filledIn.fromLast).toContain('values.loggingPermitNumber')
    expect(filledIn.fromLast).toContain('rows.k.values.treeSpecies')
    expect(remainingMarks(fresh, filledIn, 'fromLast')).toEqual(filledIn.fromLast)
    const changed = { ...filledIn, documentCode: 'DOC-2' }
    expect(remainingMarks(filledIn, changed, 'fromLast')).not.toContain('documentCode')
    expect(remainingMarks(filledIn, changed, 'fromLast')).toContain('operator')
  })

  it('lists the recently used stages, each once', () => {
    expect(addRecentStage(['felling', 'packing', 'processing', 'dockExit'], 'packing')).toEqual([
      'packing',
      'felling',
      'processing',
      'dockExit',
    ])
  })
})
