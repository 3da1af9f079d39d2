import { ApiError, issueText } from '@timbermark/client'
import type { Issue } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Alert } from 'antd'
import { useState } from 'react'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useT } from '../../../shell/index.ts'

/** What the server found wrong with a draft, told beside its fields and above all of them. */
export interface Problems {
  issues: readonly Issue[]
  /** What is wrong with a field, as a sentence. */
  of: (path: string) => string | undefined
  /** Is anything wrong below this path? */
  within: (path: string) => boolean
  told: (issue: Issue) => string
  clear: () => void
  /** Keeps what a refusal says of fields; anything else is told as every failure is. */
  take: (failure: unknown) => void
}

/** @param labels prefix of the words for the fields */
export function useProblems(labels: string): Problems {
  const t = useT()
  const feedback = useFeedback()
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const told = (issue: Issue) => issueText(t, issue, pathLabel(t, issue.field, labels))
  return {
    issues,
    told,
    of: path => {
      const issue = issues.find(one => one.field === path)
      return issue && told(issue)
    },
    within: path => issues.some(one => one.field.startsWith(path)),
    clear: () => setIssues([]),
    take: failure => {
      if (failure instanceof ApiError && failure.issues.length > 0) setIssues(failure.issues)
      else feedback.fail(failure)
    },
  }
}

interface ListProps {
  problems: Problems
  title: string
  /** What stands before a sentence, so that its field is found: `code: `. */
  place: (path: string) => string
}

/** All that is wrong, above the fields. */
export function ProblemList({ problems: { issues, told }, title, place }: ListProps) {
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
              {told(issue)}
            </li>
          ))}
        </ul>
      }
    />
  )
}
