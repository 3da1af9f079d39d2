import { useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { storeLastReport, storeUsedSpecies } from '../app/last-report-store.ts'
import { submissionTimes } from '../platform/clock.ts'
import { speciesIn } from '../report/known-goods.ts'
import { lastReportOf } from '../report/last-report.ts'
import { cleanValues } from '../report/form-model.ts'
import { answersTo, isAnswered, questionsOf } from '../report/questions.ts'
import type { Answer, LocalReport, ReportContent } from '../report/report.ts'
import { cleanRows, ruleOf } from '../report/rows.ts'
import type { Draft } from './use-draft.ts'
import type { FormLayout } from './use-form-layout.ts'
import type { FormProblems } from './use-problems.ts'

/** Submitting a report: checks it, asks about what is unlikely, and passes it to the outbox. */
export function useSubmit(options: {
  report: LocalReport
  draft: Draft
  layout: FormLayout
  problems: FormProblems
  isNotAuthorized: boolean
  /** Another tab has changed the report. */
  onElsewhere: () => void
  navigate: (to: string, options: { replace: boolean }) => void
}) {
  const { report, draft, layout, problems, isNotAuthorized, onElsewhere, navigate } = options
  const { t, showToast, cache } = useApp()
  const { stage, fields, table, sharedFields, showPart } = layout
  const { content, change } = draft
  const [isSending, setSending] = useState(false)
  const [isAskingQuestions, setAsking] = useState(false)
  const isBusy = useRef(false)
  const findQuestions = () => questionsOf(content, { stage, fields, language: t.language })
  const questions = isAskingQuestions ? findQuestions() : []

  async function submit(answers: readonly Answer[] = content.confirmed ?? []) {
    // Three taps in one moment count once.
    if (isBusy.current) return
    // The server would refuse it, and the fields of the missing template would be left out.
    if (isNotAuthorized) return showToast(t('h5.choose.notAuthorized'), 'bad')
    if (draft.saveState === 'elsewhere') return onElsewhere()
    // A file that is still being prepared would be left out.
    if (draft.isBusy()) return showToast(t('h5.file.busy'))
    const problem = problems.checkAndShow()
    if (problem) return showPart(problem.at)
    const all = findQuestions()
    const confirmed = answersTo(all, answers)
    if (all.some(question => !isAnswered(question, confirmed))) {
      setAsking(true)
      return
    }
    setAsking(false)
    setSending(true)
    isBusy.current = true
    try {
      const cleaned = cleanContent(confirmed)
      if (!(await draft.submit(cleaned))) {
        isBusy.current = false
        return setSending(false)
      }
      await storeLastReport(cache, stage.key, lastReportOf(cleaned, stage, table))
      await storeUsedSpecies(cache, speciesIn(stage.key, cleaned))
      navigate(`/operationLog?report=${report.key}`, { replace: true })
    } catch {
      isBusy.current = false
      setSending(false)
      showToast(t('h5.draft.failed'), 'bad')
    }
  }

  const cleanContent = (confirmed: Answer[]): ReportContent => ({
    ...content,
    confirmed,
    documentCode: content.documentCode.trim(),
    operator: content.operator.trim(),
    values: cleanValues(sharedFields, content.values, t.language),
    ...(content.rows &&
      table && { rows: cleanRows(table, fields, content.rows, t.language, ruleOf(table, content.values)) }),
    told: undefined,
    step: undefined,
    fromLast: undefined,
    fromBatch: undefined,
    proposed: undefined,
    counted: undefined,
    measured: undefined,
    clock: submissionTimes(),
  })

  return {
    submit,
    isSending,
    isAskingQuestions,
    openQuestions: questions.filter(question => !isAnswered(question, content.confirmed)),
    closeQuestions: () => setAsking(false),
    /** Adds the answers to those given before, and submits again. */
    confirm(answers: readonly Answer[]) {
      const confirmed = [...answersTo(questions, content.confirmed), ...answers]
      change({ confirmed })
      void submit(confirmed)
    },
  }
}
