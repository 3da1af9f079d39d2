import { ApiError, issueText, moreIssuesText } from '@timbermark/client'
import type { Issue } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Alert } from 'antd'
import { useState } from 'react'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useT } from '../../../shell/index.ts'

/** The problems of a draft that the server reported, shown next to its fields and in a list above them. */
export interface Problems {
  issues: readonly Issue[]
  /** That there are more than these. */
  more: string | undefined
  /** The problem of a field as a sentence. */
  of: (path: string) => string | undefined
  /** Whether anything below this path has a problem. */
  within: (path: string) => boolean
  textOf: (issue: Issue) => string
  clear: () => void
  /** Stores the field errors of a refusal; any other failure is shown as usual. */
  handleFailure: (failure: unknown) => void
}

/** @param labels prefix of the phrases for the fields */
export function useProblems(labels: string): Problems {
  const t = useT()
  const feedback = useFeedback()
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const [more, setMore] = useState<string>()
  const textOf = (issue: Issue) => issueText(t, issue, pathLabel(t, issue.field, labels))
  return {
    issues,
    more,
    textOf: textOf,
    of: path => {
      const issue = issues.find(one => one.field === path)
      return issue && textOf(issue)
    },
    within: path => issues.some(one => one.field.startsWith(path)),
    clear: () => setIssues([]),
    handleFailure: failure => {
      if (failure instanceof ApiError && failure.issues.length > 0) {
        setIssues(failure.issues)
        setMore(moreIssuesText(t, failure.more))
      } else feedback.fail(failure)
    },
  }
}

interface ListProps {
  problems: Problems
  title: string
  /** The prefix of a sentence, which names its field: `code: `. */
  place: (path: string) => string
}

/** All problems, above the fields. */
export function ProblemList({ problems: { issues, more, textOf }, title, place }: ListProps) {
  if (issues.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      className="tm-form-problems"
      title={title}
      description={
        <ul className="tm-gen-problems">
          {issues.map(issue => (
            <li key={`${issue.field} ${issue.error}`}>
              {place(issue.field)}
              {textOf(issue)}
            </li>
          ))}
          {more && <li>{more}</li>}
        </ul>
      }
    />
  )
}
