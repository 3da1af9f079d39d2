import { ApiError, issueText, type Translate } from '@timbermark/client'
import { pathLabel } from '@timbermark/phrases'
import type { FormInstance } from 'antd'

/**
 * Shows issues next to the fields of a small form whose fields have the names of the call.
 * @param labels prefix of the phrases that name the fields
 * @returns false when no field is named; the caller then reports the failure elsewhere
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
