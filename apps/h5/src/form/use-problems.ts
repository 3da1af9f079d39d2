import { issueText } from '@timbermark/client'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { issueLine } from '../app/texts.ts'
import { timeNow } from '../platform/clock.ts'
import { checkReport, type Problem } from '../report/check.ts'
import type { ReportContent } from '../report/report.ts'
import type { FormLayout } from './use-form-layout.ts'

export type FormProblems = ReturnType<typeof useProblems>

/** What must be corrected before the report can be sent. Shown from the first attempt to submit on, until it is corrected. */
export function useProblems(content: ReportContent, layout: FormLayout) {
  const { t, showToast, hideToast } = useApp()
  const { stage, attributes, fields, labelOfKey } = layout
  const [isChecking, setChecking] = useState(false)
  const [missingDocument, setMissingDocument] = useState<string>()

  const check = () =>
    checkReport(content, { language: t.language, stage, attributes, fields, missingDocument }, timeNow())
  const problems = isChecking ? check() : []

  const sentenceOf = (problem: Problem) =>
    problem.issue ? issueText(t, problem.issue, labelOfKey(problem.issue.field)) : t(problem.phrase, problem.params)
  const textOf = (problem: Problem) =>
    problem.row === undefined
      ? sentenceOf(problem)
      : t('h5.rows.problem', { row: t('h5.rows.row', { n: problem.row }), text: sentenceOf(problem) })
  const serverErrorAt = (at: string) => {
    const error = content.told?.find(one => one.at === at)
    if (!error) return undefined
    const key = /values\.([^.]+)$/.exec(error.issue.field)?.[1]
    return key === undefined ? issueLine(t, error.issue) : issueText(t, error.issue, labelOfKey(key))
  }

  // The line that named the first problem disappears with it, so that it does not cover a field that is corrected.
  const toastLine = useRef<string>(undefined)
  useEffect(() => {
    const text = toastLine.current
    if (text === undefined || problems.some(problem => textOf(problem) === text)) return
    toastLine.current = undefined
    hideToast(text)
  })

  return {
    problems,
    check,
    textOf,
    setMissingDocument,
    /** What is wrong with a form part: found here, or reported by the server. */
    problemAt(at: string) {
      const problem = problems.find(one => one.at === at)
      return problem ? sentenceOf(problem) : serverErrorAt(at)
    },
    /** Checks the report and shows the first problem, if there is one. */
    checkAndShow(): Problem | undefined {
      setChecking(true)
      const [first] = check()
      if (!first) return undefined
      toastLine.current = textOf(first)
      showToast(toastLine.current, 'bad')
      return first
    },
  }
}
