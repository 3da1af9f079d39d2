import { ApiError, issueText, TransportError, type Translate } from '@timbermark/client'
import type { Issue } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import type { CodeCheck, Refusal } from '../report/report.ts'
import type { ScannedLabel } from '../report/wire.ts'

/** The text for a failure: the server's message, else the phrase of its key, else the phrase of the transport error. */
export function failureText(t: Translate, error: unknown): string {
  if (error instanceof TransportError) {
    if (error.serverMessage) return error.serverMessage
    if (error.kind === 'status') return t('h5.transport.status', { status: error.status })
    return t(`h5.transport.${error.kind}`)
  }
  if (error instanceof ApiError) return error.code === 401 ? t('h5.session.look') : refusalText(t, error)
  return t('error.unknown')
}

/** The text of a refusal: the server's `message`, else the phrase of its key. */
export function refusalText(
  t: Translate,
  refusal: { error?: string; message: string },
  params?: Record<string, string | number>,
): string {
  if (refusal.message) return refusal.message
  const status = /^http\.(\d+)$/.exec(refusal.error ?? '')?.[1]
  if (status) return t('h5.transport.status', { status })
  const key = `error.${refusal.error}`
  const text = t.has(key) ? t(key, params) : undefined
  // Without the server's message a part of the sentence may be missing.
  return text === undefined || text.includes('{') ? t('error.unknown') : text
}

/** The first reason of a refusal in one line, for a list. */
export function firstRefusalReason(t: Translate, refusal: Refusal): string {
  const [file] = refusal.files ?? []
  if (file) return `${file.name}: ${refusalText(t, file)}`
  const [issue] = refusal.issues
  if (issue) return issueLine(t, issue)
  const [code] = refusal.codes
  return code ? refusalText(t, code, { code: code.code }) : refusalText(t, refusal)
}

/** One field error as a sentence: the server's, which has the words of all areas, else one of the page's phrases. */
export function issueLine(t: Translate, issue: Issue): string {
  return issueText(t, issue, pathLabel(t, issue.field, 'h5'))
}

/** What made a computed volume: the chosen rule, else both diameters and the length. */
export const volumeHint = (t: Translate, rule: unknown): string =>
  typeof rule === 'string' && rule !== ''
    ? t('h5.rows.volumeByRule', { rule: t.from(`stage.option.${rule}`) })
    : t('h5.rows.volumeMade')

/** Why and since when a label is spoiled or lost; empty for other labels. */
export function labelReasonText(t: Translate, label: ScannedLabel | undefined): string {
  if (!label?.reason) return ''
  const reason = t(`code.label.reason.${label.reason}`)
  return label.since ? t('h5.warn.since', { reason, time: momentText(t, label.since) }) : reason
}

/** What stands against a scanned code without forbidding it, each as a sentence: a recall, a label that is not in use. */
export function warningTexts(t: Translate, check: CodeCheck): string[] {
  if (check.state === 'unchecked') return []
  const { label, recalled } = check
  return [
    ...(recalled === undefined ? [] : [t('h5.warn.recalled', { reason: recalled })]),
    ...(label?.state === 'notInUse' ? [t('h5.warn.notInUse', { n: label.codes })] : []),
    ...(label?.state === 'spoiled' || label?.state === 'lost'
      ? [t(`h5.warn.${label.state}`, { code: label.code, reason: labelReasonText(t, label) })]
      : []),
  ]
}

/** A moment in the reader's format, to the minute. */
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

/** A day in the reader's format. */
export function dayText(t: Translate, day: string): string {
  const date = new Date(`${day}T00:00:00`)
  if (Number.isNaN(date.getTime())) return day
  return new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium' }).format(date)
}

/** The time until a later moment, as in “in 2 minutes”. */
export function untilText(t: Translate, moment: number, now = Date.now()): string {
  const seconds = Math.max(1, Math.round((moment - now) / 1000))
  const format = new Intl.RelativeTimeFormat(t.locale, { numeric: 'always' })
  return seconds < 60 ? format.format(seconds, 'second') : format.format(Math.round(seconds / 60), 'minute')
}
