/** What is unlikely in a report: found on the phone, or by the server when it refused it; asked once, then sent along. */
import type { Issue, Language, Stage } from '@timbermark/contract'
import {
  askedRule,
  type Finding,
  findingIssue,
  judgeWithin,
  rulesWithin,
  type SoftRule,
  type Told,
} from '@timbermark/contract/plausible'
import { tableOf } from '@timbermark/contract/stages'
import { cleanValues, type FormField } from './form-model.ts'
import { enteredValueAt } from './server-questions.ts'
import type { Answer, FieldValue, ReportContent } from './report.ts'
import { isBlank } from './rows.ts'

export interface Question {
  rule: SoftRule
  issue: Issue
  /** In the server's words, where it asked. */
  message?: string
  /** What its answer holds for. */
  about: string
}

interface Form {
  stage: Stage
  fields: readonly FormField[]
  language: Language
}

/** A record that a report becomes, and what contradicts itself in it. */
interface RecordFindings {
  findings: readonly Finding[]
  /** Of a table, the row that it comes from, counted from 0. */
  row?: { key: string; place: number }
}

/** What a report says, judged record by record; without a clock, as a phone's may be years off. */
export function judgeRecords(content: ReportContent, { stage, fields, language }: Form): RecordFindings[] {
  const judge = (own: Record<string, FieldValue>, codes: number) => {
    const values = cleanValues(fields, { ...content.values, ...own }, language)
    const told: Told = { stage, values, codes, at: Date.parse(content.time) }
    return judgeWithin(told)
  }
  if (!content.rows) return [{ findings: judge({}, content.codes.length) }]
  return content.rows.flatMap((row, place) =>
    isBlank(row) ? [] : [{ findings: judge(row.values, 1), row: { key: row.key, place } }],
  )
}

/** The field of a question in the body of the report: that of a row by its place. */
function issueOf(finding: Finding, row: RecordFindings['row'], stage: Stage): Issue {
  const issue = findingIssue(finding)
  return row && tableOf(stage.key)?.fields.includes(finding.field)
    ? { ...issue, field: `rows.${row.place}.${issue.field}` }
    : issue
}

/** The phone judges these itself, and anew with every change. */
const phoneRules: readonly string[] = Object.keys(rulesWithin).filter(rule => rule !== 'datePlanned')

/** Every question about the report as it is now, answered or not. */
export function questionsOf(content: ReportContent, form: Form): Question[] {
  const own = judgeRecords(content, form).flatMap(({ findings, row }) =>
    findings.map(finding => ({ issue: issueOf(finding, row, form.stage) })),
  )
  const kept = (content.asked ?? []).filter(({ issue, was }) => enteredValueAt(content, issue.field) === was)
  return [...own, ...kept].flatMap((one: { issue: Issue; message?: string }) => {
    const { issue, message } = one
    const rule = askedRule(issue)
    if (!rule || (message !== undefined && phoneRules.includes(rule))) return []
    return [{ rule, issue, message, about: JSON.stringify(issue.params ?? {}) }]
  })
}

/** Is this question answered? An answer to other numbers is none. */
export const isAnswered = ({ rule, about }: Question, answers: readonly Answer[] = []): boolean =>
  answers.some(answer => answer.rule === rule && answer.about === about && answer.reason.trim() !== '')

/** The answers that belong to these questions. */
export const answersTo = (questions: readonly Question[], answers: readonly Answer[] = []): Answer[] =>
  answers.filter(answer => questions.some(question => isAnswered(question, [answer])))
