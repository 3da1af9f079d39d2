/** Questions about unlikely values, found on the phone or by the server in a refusal. Each is asked once; the answer is sent. */
import type { Issue, Language, Stage } from '@timbermark/contract'
import {
  questionRule,
  type Finding,
  findingIssue,
  checkWithinReport,
  rulesWithin,
  type SoftRule,
  type ReportFacts,
} from '@timbermark/contract/plausible'
import { tableOf } from '@timbermark/contract/stages'
import { cleanValues, type FormField } from './form-model.ts'
import { enteredValueAt } from './server-questions.ts'
import type { Answer, FieldValue, ReportContent } from './report.ts'
import { isBlank } from './rows.ts'
import { countCodes } from './scanned-codes.ts'

export interface Question {
  rule: SoftRule
  issue: Issue
  /** The server's sentence, if the server asked. */
  message?: string
  /** The values that the answer is valid for. */
  about: string
}

interface Form {
  stage: Stage
  fields: readonly FormField[]
  language: Language
}

/** What the plausibility checks find in one record that a report becomes. */
interface RecordFindings {
  findings: readonly Finding[]
  /** The row of the table that it comes from, counted from 0. */
  row?: { key: string; place: number }
}

/** Runs the plausibility checks on each record of a report; without those that need a clock, as a phone's may be years off. */
export function judgeRecords(content: ReportContent, { stage, fields, language }: Form): RecordFindings[] {
  const judge = (rowValues: Record<string, FieldValue>, codes: number) => {
    const values = cleanValues(fields, { ...content.values, ...rowValues }, language)
    const statement: ReportFacts = { stage, values, codes, at: Date.parse(content.time) }
    return checkWithinReport(statement)
  }
  if (!content.rows) return [{ findings: judge({}, countCodes(content.codes)) }]
  return content.rows.flatMap((row, place) =>
    isBlank(row) ? [] : [{ findings: judge(row.values, 1), row: { key: row.key, place } }],
  )
}

/** The issue of a finding, with its field as the report's body names it: a row by its place. */
function issueOf(finding: Finding, row: RecordFindings['row'], stage: Stage): Issue {
  const issue = findingIssue(finding)
  return row && tableOf(stage.key)?.fields.includes(finding.field)
    ? { ...issue, field: `rows.${row.place}.${issue.field}` }
    : issue
}

/** The phone runs these rules itself, again after every change. */
const phoneRules: readonly string[] = Object.keys(rulesWithin).filter(rule => rule !== 'datePlanned')

/** All questions about the current report, answered or not. */
export function questionsOf(content: ReportContent, form: Form): Question[] {
  const phoneQuestions = judgeRecords(content, form).flatMap(({ findings, row }) =>
    findings.map(finding => ({ issue: issueOf(finding, row, form.stage) })),
  )
  const serverQuestions = (content.asked ?? []).filter(({ issue, was }) => enteredValueAt(content, issue.field) === was)
  return [...phoneQuestions, ...serverQuestions].flatMap((one: { issue: Issue; message?: string }) => {
    const { issue, message } = one
    const rule = questionRule(issue)
    if (!rule || (message !== undefined && phoneRules.includes(rule))) return []
    return [{ rule, issue, message, about: JSON.stringify(issue.params ?? {}) }]
  })
}

/** Is this question answered? An answer for other values does not count. */
export const isAnswered = ({ rule, about }: Question, answers: readonly Answer[] = []): boolean =>
  answers.some(answer => answer.rule === rule && answer.about === about && answer.reason.trim() !== '')

/** The answers that belong to these questions. */
export const answersTo = (questions: readonly Question[], answers: readonly Answer[] = []): Answer[] =>
  answers.filter(answer => questions.some(question => isAnswered(question, [answer])))
