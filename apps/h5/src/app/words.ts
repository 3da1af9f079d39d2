import { ApiError, issueText, TransportError, type Translate } from '@timbermark/client'
import type { Issue } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { messageOf } from '../report/kept-questions.ts'
import type { Refusal } from '../report/report.ts'

/** The words for a failure: the server's own, else those of its key, else those of the transport. */
export function failureText(t: Translate, error: unknown): string {
  if (error instanceof TransportError) {
    if (error.serverMessage) return error.serverMessage
    if (error.kind === 'status') return t('h5.transport.status', { status: error.status })
    return t(`h5.transport.${error.kind}`)
  }
  if (error instanceof ApiError) return error.code === 401 ? t('h5.session.look') : refusalText(t, error)
  return t('error.unknown')
}

/** The words of a refusal by its key; `message` is what the server said. */
export function refusalText(
  t: Translate,
  refusal: { error?: string; message: string },
  params?: Record<string, string | number>,
): string {
  if (refusal.message) return refusal.message
  const status = /^http\.(\d+)$/.exec(refusal.error ?? '')?.[1]
  if (status) return t('h5.transport.status', { status })
  const key = `error.${refusal.error}`
  return t.has(key) ? t(key, params) : t('error.unknown')
}

/** The first reason of a refusal in one line, for a list. */
export function refusedReason(t: Translate, refusal: Refusal): string {
  const [issue] = refusal.issues
  if (issue) return issueLine(t, issue)
  const [code] = refusal.codes
  return code ? refusalText(t, code, { code: code.code }) : refusalText(t, refusal)
}

/** One wrong field in words; what was found to be unlikely in the server's, which knows the words of every dictionary. */
export function issueLine(t: Translate, issue: Issue): string {
  const said = issue.error.startsWith('plausible.') ? messageOf(issue) : undefined
  if (said !== undefined) return said
  return issueText(t, issue, pathLabel(t, issue.field, 'h5'))
}

/** A moment in the reader's manner, to the minute. */
export function momentText(t: Translate, moment: string | number): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return String(moment)
  return new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date)
}

/** A moment to the second, for records (specification section 9: year-month-day hour:minute:second). */
export function recordTime(t: Translate, moment: string): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return moment
  return new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(date)
}

/** A day in the reader's manner. */
export function dayText(t: Translate, day: string): string {
  const date = new Date(`${day}T00:00:00`)
  if (Number.isNaN(date.getTime())) return day
  return new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium' }).format(date)
}

/** How far off a later moment is, as in “in 2 minutes”. */
export function untilText(t: Translate, moment: number, now = Date.now()): string {
  const seconds = Math.max(1, Math.round((moment - now) / 1000))
  const format = new Intl.RelativeTimeFormat(t.locale, { numeric: 'always' })
  return seconds < 60 ? format.format(seconds, 'second') : format.format(Math.round(seconds / 60), 'minute')
}
