/**
 * The lifecycle of an item on the phone (report/local-item.ts), as a pure function: all transitions are declared here.
 *
 *     draft --queue--> waiting --start--> sending --accepted--> sent
 *       ^                ^  \                |  \
 *       |                |   recall          |   refused --> refused --correct--> draft
 *       |                |     \             |
 *       +----------------|------+            |
 *                        +----failed---------+
 */
import { serverQuestionsOf } from '../report/server-questions.ts'
import type { LocalLabelAct } from '../report/label-act.ts'
import { isChange, isLabelAct, isPlot, isReceipt, type LocalItem } from '../report/local-item.ts'
import type { LocalChange } from '../report/local-change.ts'
import type { LocalPlot } from '../report/local-plot.ts'
import type { LocalReceipt } from '../report/receipt.ts'
import type {
  Delivery,
  Failure,
  LocalReport,
  Refusal,
  ReportContent,
  ReportState,
  ScannedCode,
} from '../report/report.ts'
import { fieldErrorsOf } from '../report/field-errors.ts'

/** What the server's answer says of an item that it accepted. */
export type Accepted =
  | (Required<Pick<LocalReport, 'recordId' | 'acceptedCodes' | 'acceptedCount'>> & Pick<LocalReport, 'recordIds'>)
  | Required<Pick<LocalLabelAct, 'moved'>>
  | Required<Pick<LocalChange, 'changeId'>>
  | Required<Pick<LocalReceipt, 'taken'>>
  | Required<Pick<LocalPlot, 'stored'>>

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
  | { type: 'accepted'; now: number; result: Accepted }
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

/** Is `event` allowed for this item now? What may have reached the server is never recalled. */
export function isAllowed(item: Pick<Delivery, 'state' | 'left'>, event: OutboxEvent['type']): boolean {
  if (event === 'recall' && item.left) return false
  return allowedStates[event].includes(item.state)
}

/** The item after `event`. @throws when the state does not allow it, so that a wrong call is noticed */
export function advance<Item extends LocalItem>(item: Item, event: OutboxEvent): Item {
  if (!isAllowed(item, event.type)) throw new Error(`A report that is ${item.state} does not allow ${event.type}`)
  const next: Item = { ...item, updatedAt: event.now }
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
        ...event.result,
        state: 'sent',
        sentAt: event.now,
        failure: undefined,
        refusal: undefined,
      }
    case 'refused':
      return { ...next, state: 'refused', refusal: event.refusal, failure: undefined }
    case 'failed': {
      // The person must sign in again; waiting longer does not help.
      const attempts = event.failure === 'signIn' ? item.attempts : item.attempts + 1
      const nextAt = event.failure === 'signIn' ? event.now : event.now + retryDelay(attempts, event.random)
      return { ...next, state: 'waiting', failure: event.failure, attempts, nextAt }
    }
    case 'interrupted':
      return { ...next, state: 'waiting', nextAt: event.now }
    case 'correct': {
      const content = contentToCorrect(item)
      return { ...next, content, state: 'draft', reportId: event.reportId, left: false, attempts: 0, nextAt: 0 }
    }
  }
}

/** The content of a refused item, with the server's reasons at the parts that they concern. */
function contentToCorrect(item: LocalItem): LocalItem['content'] {
  if (isChange(item) || isPlot(item)) return item.content
  if (isLabelAct(item)) return { ...item.content, codes: recheckRanges(item, markRefused(item, item.content.codes)) }
  // The server names the first code alone: all are checked again while there is a network.
  if (isReceipt(item))
    return { ...item.content, codes: item.content.codes.map(entry => ({ ...entry, check: { state: 'unchecked' } })) }
  return {
    ...item.content,
    codes: markRefused(item, item.content.codes),
    ...(item.content.rows && { rows: markRefused(item, item.content.rows) }),
    told: item.refusal && fieldErrorsOf(item.refusal, item.content),
    asked: serverQuestionsOf(item),
  } satisfies ReportContent
}

/** A refused label that is not in the list is within one of the ranges: they are checked again, which says in which. */
function recheckRanges({ refusal }: LocalItem, entries: readonly ScannedCode[]): ScannedCode[] {
  const listed = new Set(entries.flatMap(({ code, last }) => [code, last]))
  if (refusal?.codes.every(one => listed.has(one.code))) return [...entries]
  return entries.map(entry => (entry.last === undefined ? entry : { ...entry, check: { state: 'unchecked' } }))
}

/** The list of codes with the server's reason for each one that it refused. */
function markRefused<Entry extends ScannedCode>({ refusal }: LocalItem, entries: readonly Entry[]): Entry[] {
  const reasons = new Map(refusal?.codes.map(one => [one.code, one]))
  return entries.map(entry => {
    const reason = reasons.get(entry.code) ?? (entry.last === undefined ? undefined : reasons.get(entry.last))
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
