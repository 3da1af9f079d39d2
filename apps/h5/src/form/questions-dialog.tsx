import { issueText } from '@timbermark/client'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import type { Question } from '../report/questions.ts'
import type { Answer } from '../report/report.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'

/** Asks for a reason why each unlikely value is correct; or the person goes back to correct it. */
export function QuestionsDialog(props: {
  questions: readonly Question[]
  labelOf: (path: string) => string
  onBack: () => void
  onConfirm: (answers: Answer[]) => void
}) {
  const { t } = useApp()
  const { questions, labelOf, onBack, onConfirm } = props
  const [reasons, setReasons] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  // Questions about several rows are grouped: one reason for each rule.
  const groups = [...new Set(questions.map(({ rule }) => rule))].map(
    rule => [rule, questions.filter(question => question.rule === rule)] as const,
  )
  const missing = (rule: string) => isTried && !reasons[rule]?.trim()

  useEffect(() => list.current?.querySelector('textarea')?.focus(), [])

  function sentence({ issue, message }: Question): string {
    const text = message || issueText(t, issue, labelOf(issue.field))
    const place = /^rows\.(\d+)\./.exec(issue.field)?.[1]
    return place === undefined ? text : t('h5.rows.problem', { row: t('h5.rows.row', { n: Number(place) + 1 }), text })
  }

  function confirm() {
    setTried(true)
    const first = groups.findIndex(([rule]) => !reasons[rule]?.trim())
    if (first >= 0) list.current?.querySelectorAll('textarea')[first]?.focus()
    else onConfirm(questions.map(({ rule, about }) => ({ rule, about, reason: reasons[rule]!.trim() })))
  }

  return (
    <Dialog
      title={t('h5.ask.title')}
      onClose={onBack}
      actions={
        <>
          <button type="button" className="button button-main" onClick={onBack}>
            {t('h5.ask.back')}
          </button>
          <button type="button" className="button" onClick={confirm}>
            {t('h5.ask.confirm')}
          </button>
        </>
      }
    >
      <p>{t('h5.ask.text')}</p>
      <ol className="questions" ref={list}>
        {groups.map(([rule, questionsOfRule]) => (
          <li key={rule}>
            {questionsOfRule.map(question => (
              <p key={question.issue.field}>
                <strong>{sentence(question)}</strong>
              </p>
            ))}
            <Field
              frame={{
                at: `reason.${rule}`,
                label: t('h5.ask.reason'),
                required: true,
                problem: missing(rule) ? t('h5.ask.missing') : undefined,
              }}
            >
              {input => (
                <textarea
                  {...input}
                  rows={2}
                  maxLength={maxReasonLength}
                  value={reasons[rule] ?? ''}
                  onChange={event => setReasons(old => ({ ...old, [rule]: event.target.value }))}
                />
              )}
            </Field>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/** Maximum number of characters of a reason. */
const maxReasonLength = 200
