import { ApiError, issueText, type Translate } from '@timbermark/client'
import { pathLabel } from '@timbermark/phrases'
import type { FormInstance } from 'antd'

/**
 * Puts what was refused beside the fields of a small form whose names are those of the call.
 * @param labels prefix of the phrases that name them
 * @returns false when no field is named: then it is to be told elsewhere
 */
export function showIssues<T>(form: FormInstance<T>, t: Translate, error: unknown, labels: string): boolean {
  const issues = error instanceof ApiError ? error.issues : []
  form.setFields(
    issues.map(issue => ({
      name: issue.field as never,
      errors: [issueText(t, issue, pathLabel(t, issue.field, labels))],
    })),
  )
  return issues.length > 0
}
