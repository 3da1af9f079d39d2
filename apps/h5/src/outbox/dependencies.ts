/** What the outbox needs from outside: a store, the server, and the facts about the phone. */
import type { labelActBody, LabelVerb, LocalLabelAct } from '../report/label-act.ts'
import type { LocalItem } from '../report/local-item.ts'
import type { LocalPlot, plotBody } from '../report/local-plot.ts'
import type { LocalReceipt, receiptBody } from '../report/receipt.ts'
import type { changeBody } from '../report/local-change.ts'
import type { Attachment } from '../report/report.ts'
import type { Id, ReportBody, RowsBody } from '../report/wire.ts'

export interface OutboxStore {
  list(owner: string): Promise<LocalItem[]>
  get(key: string): Promise<LocalItem | undefined>
  put(item: LocalItem): Promise<void>
  /** Removes an item and its attachments. */
  remove(key: string): Promise<void>
  attachments(reportKey: string): Promise<Attachment[]>
  putAttachment(attachment: Attachment): Promise<void>
  removeAttachment(key: string): Promise<void>
  removeAttachments(reportKey: string): Promise<void>
}

export interface OutboxWire {
  /** Returns the server's id of the file. */
  upload(attachment: Attachment, onProgress: (share: number) => void): Promise<string>
  report(body: ReportBody | RowsBody): Promise<Accepted>
  labelAct(act: LabelActCall): Promise<NonNullable<LocalLabelAct['moved']>>
  /** Returns the number of the change request. */
  change(call: ChangeCall): Promise<{ id: number }>
  /** Accepts or declines offered goods. */
  receipt(call: ReceiptCall): Promise<NonNullable<LocalReceipt['taken']>>
  /** Stores a walked plot, by its `walkId` once. */
  plot(body: ReturnType<typeof plotBody>): Promise<NonNullable<LocalPlot['stored']>>
}

export interface ChangeCall {
  body: ReturnType<typeof changeBody>
  /** The same key gets the first answer again. */
  idempotencyKey: string
}

export type ReceiptCall = ReturnType<typeof receiptBody> & {
  offerId: Id
  /** The same key gets the first answer again. */
  idempotencyKey: string
}

export interface LabelActCall {
  verb: LabelVerb
  body: ReturnType<typeof labelActBody>
  /** The same key gets the first answer again. */
  idempotencyKey: string
}

/** The server's answer to a report that it accepted. */
export interface Accepted {
  recordId: number
  /** The records of all rows, where there are several. */
  recordIds?: number[]
  accepted: string[]
  /** The number of codes, with those of ranges counted. */
  count?: number
}

export interface OutboxOptions {
  owner: string
  store: OutboxStore
  wire: OutboxWire
  newId: () => string
  now?: () => number
  /** False while the phone knows that it has no network, so that no attempt is wasted. */
  online?: () => boolean
  /** Runs the work while no other tab of this page does; resolves to false when another tab does it. */
  exclusive?: (work: () => Promise<void>) => Promise<boolean>
  /** Wakes the sender after so many milliseconds; returns a function that cancels this. */
  scheduleWake?: (milliseconds: number, wake: () => void) => () => void
  /** Notifies other tabs that something changed. */
  announce?: () => void
}
