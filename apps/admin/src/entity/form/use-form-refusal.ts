import { ApiError, describeError, issueText, moreIssuesText, TransportError } from '@timbermark/client'
import { type Issue, type Listed, phraseOf } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { useT } from '../../shell/index.ts'
import { useFeedback } from '../actions/use-feedback.ts'
import type { FormValues } from './form-values.ts'
import { placeInForm } from './place-issues.ts'

const scrolling = { behavior: 'smooth', block: 'center', focus: true } as const

/**
 * Shows why the server refused a form: next to the fields, and above the form what no field shows.
 * @param refusedItems fields that a refusal concerns in addition to its issues
 */
export function useFormRefusal(
  form: FormInstance<FormValues>,
  entity: Listed,
  refusedItems?: (error: unknown) => { name: string; errors: string[] }[],
) {
  const t = useT()
  const feedback = useFeedback()
  const [problems, setProblems] = useState<string[]>([])

  function show(error: unknown) {
    if (error instanceof TransportError) feedback.fail(error)
    const items = refusedItems?.(error) ?? []
    form.setFields(items as never)
    if (items[0]) form.scrollToField(items[0].name as never, scrolling)
    if (!(error instanceof ApiError) || error.issues.length === 0) {
      const { title, text } = describeError(t, error)
      setProblems([title, text].filter(part => part !== undefined && part !== '') as string[])
      return
    }
    const known = form.getFieldsError().map(({ name }) => name)
    const { placed, rest } = placeInForm(error.issues, known)
    const issueMessage = (issue: Issue) => issueText(t, issue, pathLabel(t, issue.field, phraseOf(entity)))
    form.setFields(placed.map(({ name, issues }) => ({ name: name as never, errors: issues.map(issueMessage) })))
    if (placed[0]) form.scrollToField(placed[0].name as never, scrolling)
    const more = moreIssuesText(t, error.more)
    setProblems([...rest.map(issueMessage), ...(more ? [more] : [])])
  }
  return { problems, show, clear: () => setProblems([]) }
}
