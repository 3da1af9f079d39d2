/** The server's questions, as they are stored with a report; in a file without the rules, which the first page does not need. */
import { messageOf } from '@timbermark/client'
import type { ServerQuestion, LocalReport, ReportContent } from './report.ts'

/** The value that the person entered in the field of an issue, as text. */
export function enteredValueAt(content: ReportContent, path: string): string {
  const [, place, rowField] = /^rows\.(\d+)\.values\.(.+)$/.exec(path) ?? []
  if (rowField !== undefined) return JSON.stringify(content.rows?.[Number(place)]?.values[rowField] ?? null)
  const { position, time, documentCode, values } = content
  const header: Record<string, unknown> = { longitude: position, time, documentCode: documentCode.trim() }
  return JSON.stringify((path in header ? header[path] : values[path.replace(/^values\./, '')]) ?? null)
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
