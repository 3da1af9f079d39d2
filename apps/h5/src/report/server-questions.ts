/** Questions of the server, as they are kept with a report; apart from the rules, which the first page does not need. */
import type { Issue } from '@timbermark/contract'
import type { ServerQuestion, LocalReport, ReportContent } from './report.ts'

/** What the person entered where an issue points to, as text. */
export function enteredValueAt(content: ReportContent, path: string): string {
  const [, place, own] = /^rows\.(\d+)\.values\.(.+)$/.exec(path) ?? []
  if (own !== undefined) return JSON.stringify(content.rows?.[Number(place)]?.values[own] ?? null)
  const { position, time, documentCode, values } = content
  const beside: Record<string, unknown> = { longitude: position, time, documentCode: documentCode.trim() }
  return JSON.stringify((path in beside ? beside[path] : values[path.replace(/^values\./, '')]) ?? null)
}

const unconfirmed = 'stage.unconfirmed'

/** The server's questions about a report that it refused. */
export function serverQuestionsOf({ refusal, content }: LocalReport): ServerQuestion[] {
  if (refusal?.error !== unconfirmed) return content.asked ?? []
  return refusal.issues.map(issue => ({
    issue,
    message: messageOf(issue) ?? '',
    was: enteredValueAt(content, issue.field),
  }))
}

/** The server's sentence for an issue, where it came from there. */
export function messageOf(issue: Issue): string | undefined {
  const { message } = issue as Issue & { message?: unknown }
  return typeof message === 'string' && message !== '' ? message : undefined
}
