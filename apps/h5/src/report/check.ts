import type { Issue, Language, Stage } from '@timbermark/contract'
import { checkStageValues, degreesOf, type StageAttribute } from '@timbermark/contract/stages'
import type { PhraseKey } from '@timbermark/phrases'
import type { FormField } from './form-model.ts'
import { askedValues, formGroups } from './form-model.ts'
import type { FieldValue, ReportContent } from './report.ts'

/** One thing to correct; what is wrong is a phrase, or an issue of one field. */
export type Problem = {
  /** Which part of the form: `codes`, `documentCode`, `operator`, ..., or `values.<field>`. */
  at: string
} & ({ phrase: PhraseKey; params?: Record<string, string | number>; issue?: never } | { issue: Issue; phrase?: never })

/** The form that a report is checked against. */
export interface CheckedForm {
  /** In which its numbers are typed. */
  language: Language
  stage: Stage
  attributes: readonly StageAttribute[]
  fields: readonly FormField[]
  /** A proof number that the server was asked about and does not have. */
  missingDocument?: string
}

/** A phone's clock may be off by a little. */
const clockTolerance = 5 * 60_000

/**
 * Everything that must be corrected before the report may be sent, in the order of the form (specification section 5:
 * a code must be scanned; document proof number, operator, time, circulation process and template must be chosen).
 */
export function checkReport(content: ReportContent, form: CheckedForm, now: number = Date.now()): Problem[] {
  const problems: Problem[] = []
  const refused = content.codes.filter(entry => entry.check.state === 'refused').length
  if (content.codes.length === 0) problems.push({ at: 'codes', phrase: 'error.stage.noCodes' })
  else if (refused > 0) problems.push({ at: 'codes', phrase: 'h5.check.refusedCodes', params: { n: refused } })
  if (form.stage.shape === 'aggregation' && !content.parentCode)
    problems.push({ at: 'parentCode', phrase: 'h5.check.parent' })
  if (!content.documentCode.trim()) problems.push({ at: 'documentCode', phrase: 'h5.check.document' })
  else if (content.documentCode.trim() === form.missingDocument)
    problems.push({ at: 'documentCode', phrase: 'error.stage.documentMissing' })
  if (!content.operator.trim()) problems.push({ at: 'operator', phrase: 'h5.check.operator' })
  const time = Date.parse(content.time)
  if (Number.isNaN(time)) problems.push({ at: 'time', phrase: 'h5.check.time' })
  else if (time > now + clockTolerance) problems.push({ at: 'time', phrase: 'h5.check.future' })
  if (content.circulationId === '') problems.push({ at: 'circulationId', phrase: 'h5.check.circulation' })
  if (content.templateId === '') problems.push({ at: 'templateId', phrase: 'h5.check.template' })
  if (content.position && !isPosition(content.position))
    problems.push({ at: 'position', phrase: 'h5.coordinates.wrong' })
  return [...problems, ...checkValues(content.values, form)]
}

function isPosition(position: readonly unknown[]): boolean {
  const [longitude, latitude] = position.map(degreesOf)
  return Math.abs(longitude ?? Number.NaN) <= 180 && Math.abs(latitude ?? Number.NaN) <= 90
}

function checkValues(values: Record<string, FieldValue>, form: CheckedForm): Problem[] {
  const asked = askedValues(form.fields, values, form.language)
  const byKey = new Map(form.fields.map(field => [field.key, field]))
  const order = new Map(
    formGroups(form.fields)
      .flatMap(group => group.fields.map(field => field.key))
      .map((key, place) => [key, place]),
  )
  const place = (key: string) => order.get(key) ?? 0
  const issues = checkStageValues(form.stage, asked, form.attributes).sort((a, b) => place(a.field) - place(b.field))
  return issues.map(issue => {
    const at = `values.${issue.field}`
    const field = byKey.get(issue.field)
    if (field?.type === 'coordinates') return { at, phrase: 'h5.coordinates.wrong' }
    return { at, issue }
  })
}
