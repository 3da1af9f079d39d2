import { ApiError, issueText, type Translate } from '@timbermark/client'
import type { FormInstance } from 'antd'
import { reportError } from '../shell/feedback.ts'

/** Puts what the server found wrong beside the fields it is about; the rest is shown as any failure. */
export function showIssues<F>(t: Translate, form: FormInstance<F>, error: unknown): void {
  const names = new Set(Object.keys(form.getFieldsValue() as object))
  const issues = error instanceof ApiError ? error.issues.filter(issue => names.has(issue.field)) : []
  if (issues.length === 0) {
    reportError(error)
    return
  }
  type Name = Parameters<FormInstance<F>['setFields']>[0][number]['name']
  form.setFields(issues.map(issue => ({ name: issue.field as Name, errors: [issueText(t, issue)] })))
}
