/**
 * The lifecycle of a report on the phone, as a pure function: all transitions are declared here.
 *
 *     draft --queue--> waiting --start--> sending --accepted--> sent
 *       ^                ^  \                |  \
 *       |                |   recall          |   refused --> refused --correct--> draft
 *       |                |     \             |
 *       +----------------|------+            |
 *                        +----failed---------+
 */
import { serverQuestionsOf } from '../report/server-questions.ts'
import type { Failure, LocalReport, Refusal, ReportContent, ReportState, ScannedCode } from '../report/report.ts'
import { fieldErrorsOf } from '../report/field-errors.ts'

export type OutboxEvent =
  /** The person submits. */
  | { type: 'queue'; now: number }
  /** The person turns a report that never left the phone back into a draft. */
  | { type: 'recall'; now: number }
  /** The person asks for an attempt at once. */
  | { type: 'retryNow'; now: number }
  | { type: 'start'; now: number }
  /** The attachments are uploaded and the report's body is about to be sent. */
  | { type: 'leave'; now: number }
  | { type: 'accepted'; now: number; recordId: string; recordIds?: string[]; codes: string[]; count?: number }
  | { type: 'refused'; now: number; refusal: Refusal }
  /** No answer; the same body is sent again later. */
  | { type: 'failed'; now: number; failure: Failure; random?: number }
  /** The page was closed while sending. */
  | { type: 'interrupted'; now: number }
  /** The person reopens a refused report; `reportId` is new, because the body will differ. */
  | { type: 'correct'; now: number; reportId: string }

const allowedStates: Record<OutboxEvent['type'], readonly ReportState[]> = {
  queue: ['draft'],
  recall: ['waiting'],
  retryNow: ['waiting'],
  start: ['waiting'],
  leave: ['sending'],
  accepted: ['sending'],
  refused: ['sending'],
  failed: ['sending'],
  interrupted: ['sending'],
  correct: ['refused'],
}

/** Is `event` allowed for this report now? A report that may have reached the server is never recalled. */
export function isAllowed(report: LocalReport, event: OutboxEvent['type']): boolean {
  if (event === 'recall' && report.left) return false
  return allowedStates[event].includes(report.state)
}

/** The report after `event`. @throws when the state does not allow it, so that a wrong call is noticed */
export function advance(report: LocalReport, event: OutboxEvent): LocalReport {
  if (!isAllowed(report, event.type)) throw new Error(`A report that is ${report.state} does not allow ${event.type}`)
  const next: LocalReport = { ...report, updatedAt: event.now }
  switch (event.type) {
    case 'queue':
      return { ...next, state: 'waiting', attempts: 0, nextAt: event.now, failure: undefined, refusal: undefined }
    case 'recall':
      return { ...next, state: 'draft', attempts: 0, nextAt: 0, failure: undefined }
    case 'retryNow':
      return { ...next, nextAt: event.now }
    case 'start':
      return { ...next, state: 'sending' }
    case 'leave':
      return { ...next, left: true }
    case 'accepted':
      return {
        ...next,
        state: 'sent',
        recordId: event.recordId,
        recordIds: event.recordIds,
        acceptedCodes: event.codes,
        acceptedCount: event.count ?? event.codes.length,
        sentAt: event.now,
        failure: undefined,
        refusal: undefined,
      }
    case 'refused':
      return { ...next, state: 'refused', refusal: event.refusal, failure: undefined }
    case 'failed': {
      // The person must sign in again; waiting longer does not help.
      const attempts = event.failure === 'signIn' ? report.attempts : report.attempts + 1
      const nextAt = event.failure === 'signIn' ? event.now : event.now + retryDelay(attempts, event.random)
      return { ...next, state: 'waiting', failure: event.failure, attempts, nextAt }
    }
    case 'interrupted':
      return { ...next, state: 'waiting', nextAt: event.now }
    case 'correct': {
      const content: ReportContent = {
        ...report.content,
        codes: markRefused(report, report.content.codes),
        ...(report.content.rows && { rows: markRefused(report, report.content.rows) }),
        told: report.refusal && fieldErrorsOf(report.refusal, report.content),
        asked: serverQuestionsOf(report),
      }
      return { ...next, content, state: 'draft', reportId: event.reportId, left: false, attempts: 0, nextAt: 0 }
    }
  }
}

/** The list of codes with the server's reason for each one that it refused. */
function markRefused<Entry extends ScannedCode>(report: LocalReport, entries: readonly Entry[]): Entry[] {
  const reasons = new Map(report.refusal?.codes.map(one => [one.code, one]))
  return entries.map(entry => {
    const reason = reasons.get(entry.code)
    if (!reason) return entry
    return { ...entry, check: { state: 'refused', error: reason.error, message: reason.message } }
  })
}

const firstDelay = 5_000
/** No report waits longer than this for its next attempt. */
export const longestDelay = 10 * 60_000

/**
 * Milliseconds to wait after the `attempts`-th failure: 5 s, doubled each time, at most 10 minutes. `random` (0..1)
 * shortens it by up to a quarter, so that phones that lost the same mast do not come back in the same second.
 */
export function retryDelay(attempts: number, random: number = Math.random()): number {
  const full = Math.min(longestDelay, firstDelay * 2 ** Math.max(0, Math.min(attempts, 30) - 1))
  return Math.round(full * (1 - random / 4))
}
