import type { Issue, Language, Stage } from '@timbermark/contract'
import { findingIssue } from '@timbermark/contract/plausible'
import {
  checkStageValues,
  degreesOf,
  firstYear,
  needsPosition,
  type StageAttribute,
  tableOf,
  tableRows,
} from '@timbermark/contract/stages'
import type { PhraseKey } from '@timbermark/phrases'
import type { FormField } from './form-model.ts'
import { cleanValues, formGroups } from './form-model.ts'
import { judgeRecords } from './questions.ts'
import type { FieldValue, ReportContent } from './report.ts'
import { codesOf, isBlank } from './rows.ts'

/** One thing to correct, described by a phrase or by the issue of one field. */
export type Problem = {
  /** Which part of the form: `codes`, `documentCode`, `operator`, ..., or `values.<field>`. */
  at: string
  /** Number of the row, where there are several; 1 is the first. */
  row?: number
} & ({ phrase: PhraseKey; params?: Record<string, string | number>; issue?: never } | { issue: Issue; phrase?: never })

/** The form that a report is checked against. */
export interface CheckedForm {
  /** The language in which numbers are typed. */
  language: Language
  stage: Stage
  attributes: readonly StageAttribute[]
  fields: readonly FormField[]
  /** A proof number that the server does not have. */
  missingDocument?: string
}

/** The time estimated from the server's clock may be slightly wrong. */
const clockTolerance = 5 * 60_000
/** In other time zones a day begins up to 14 hours earlier; the server allows the same. */
const dayAhead = 86_400_000

/**
 * Everything that must be corrected before the report may be sent, in the order of the form (specification section 5:
 * a code must be scanned; document proof number, operator, time, circulation process and template must be chosen).
 * @param now the true time, not that of a wrong clock
 */
export function checkReport(content: ReportContent, form: CheckedForm, now: number = Date.now()): Problem[] {
  const problems: Problem[] = []
  const codes = codesOf(content)
  const refused = codes.filter(entry => entry.check.state === 'refused').length
  if (content.rows ? content.rows.every(isBlank) : codes.length === 0)
    problems.push({ at: 'codes', phrase: 'error.stage.noCodes' })
  else if (refused > 0) problems.push({ at: 'codes', phrase: 'h5.check.refusedCodes', params: { n: refused } })
  if (form.stage.shape === 'aggregation' && !content.parentCode)
    problems.push({ at: 'parentCode', phrase: 'h5.check.parent' })
  if (!content.documentCode.trim()) problems.push({ at: 'documentCode', phrase: 'h5.check.document' })
  else if (content.documentCode.trim() === form.missingDocument)
    problems.push({ at: 'documentCode', phrase: 'error.stage.documentMissing' })
  if (!content.operator.trim()) problems.push({ at: 'operator', phrase: 'h5.check.operator' })
  const time = Date.parse(content.time)
  if (Number.isNaN(time)) problems.push({ at: 'time', phrase: 'h5.check.time' })
  // A date input makes the year 26 of two typed digits.
  else if (new Date(time).getUTCFullYear() < firstYear) problems.push({ at: 'time', phrase: 'h5.check.year' })
  else if (time > now + clockTolerance) problems.push({ at: 'time', phrase: 'h5.check.future' })
  if (content.templateId === '') problems.push({ at: 'templateId', phrase: 'h5.check.template' })
  if (!content.position && needsPosition(form.attributes))
    problems.push({ at: 'position', phrase: 'h5.check.position' })
  if (content.position && !isPosition(content.position))
    problems.push({ at: 'position', phrase: 'h5.coordinates.wrong' })
  const wrong = content.rows ? checkRows(content, form, now) : checkValues(content.values, form, now)
  return [...problems, ...wrong, ...contradictions(content, form).filter(one => !wrong.some(({ at }) => at === one.at))]
}

/** Values that contradict each other; no reason can confirm them. */
function contradictions(content: ReportContent, form: CheckedForm): Problem[] {
  return judgeRecords(content, form).flatMap(({ findings, row }) =>
    findings
      .filter(finding => finding.hard)
      .map((finding): Problem => {
        const isRowField = row && tableOf(form.stage.key)?.fields.includes(finding.field)
        const at = isRowField ? `rows.${row.key}.values.${finding.field}` : `values.${finding.field}`
        return {
          at,
          ...(isRowField && { row: row.place + 1 }),
          issue: { ...findingIssue(finding), field: finding.field },
        }
      }),
  )
}

function isPosition(position: readonly unknown[]): boolean {
  const [longitude, latitude] = position.map(degreesOf)
  return Math.abs(longitude ?? Number.NaN) <= 180 && Math.abs(latitude ?? Number.NaN) <= 90
}

/** Checks each row as the record that it becomes. A problem of the shared fields appears once, a problem of a row at the row. */
function checkRows(content: ReportContent, form: CheckedForm, now: number): Problem[] {
  const table = tableOf(form.stage.key)
  const rows = (content.rows ?? []).filter(row => !isBlank(row))
  const places = new Map(content.rows?.map((row, place) => [row.key, place + 1]))
  const rowParts = new Set(table?.fields.map(key => `values.${key}`))
  const usedCodes = new Set<string>()
  const shared = new Map<string, Problem>()
  const rowProblems = rows.flatMap(({ key, code, values }): Problem[] => {
    const row = places.get(key)
    const problems = checkValues({ ...content.values, ...values }, form, now)
    for (const problem of problems) if (!rowParts.has(problem.at)) shared.set(problem.at, problem)
    const wrong: Problem[] = []
    if (code === '') wrong.push({ at: `rows.${key}.code`, row, phrase: 'h5.check.rowCode' })
    else if (usedCodes.has(code))
      wrong.push({ at: `rows.${key}.code`, row, phrase: 'h5.codes.duplicate', params: { code } })
    usedCodes.add(code)
    const ofRow = problems.filter(problem => rowParts.has(problem.at))
    return [...wrong, ...ofRow.map((problem): Problem => ({ ...problem, at: `rows.${key}.${problem.at}`, row }))]
  })
  if (rows.length > tableRows) rowProblems.unshift({ at: 'codes', phrase: 'h5.codes.full', params: { max: tableRows } })
  // Without rows the shared fields are still checked.
  if (rows.length === 0)
    for (const problem of checkValues(content.values, form, now))
      if (!rowParts.has(problem.at)) shared.set(problem.at, problem)
  return [...rowProblems, ...shared.values()]
}

function checkValues(values: Record<string, FieldValue>, form: CheckedForm, now: number): Problem[] {
  const cleaned = cleanValues(form.fields, values, form.language)
  const byKey = new Map(form.fields.map(field => [field.key, field]))
  const order = new Map(
    formGroups(form.fields)
      .flatMap(group => group.fields.map(field => field.key))
      .map((key, place) => [key, place]),
  )
  const place = (key: string) => order.get(key) ?? 0
  const issues = [
    // `inFuture` would compare with the phone's own clock, which may be wrong.
    ...checkStageValues(form.stage, cleaned, form.attributes).filter(issue => issue.error !== 'inFuture'),
    ...findFuture(form.fields, cleaned, now),
  ].sort((a, b) => place(a.field) - place(b.field))
  return issues.map(issue => {
    const at = `values.${issue.field}`
    const field = byKey.get(issue.field)
    if (field?.type === 'coordinates') return { at, phrase: 'h5.coordinates.wrong' }
    return { at, issue }
  })
}

/** Fields that state something as done at a time in the future. */
function findFuture(fields: readonly FormField[], values: Record<string, FieldValue>, now: number): Issue[] {
  return fields
    .filter(field => field.happened && Date.parse(String(values[field.key])) > now + dayAhead)
    .map(field => ({ field: field.key, error: 'inFuture' }))
}
