/** Sends the items that are due, one after another, and wakes itself when the next one is due. */
import { TransportError } from '@timbermark/client'
import type { LocalLabelAct } from '../report/label-act.ts'
import { isChange, isLabelAct, isPlot, isReceipt, type LocalItem } from '../report/local-item.ts'
import type { LocalChange } from '../report/local-change.ts'
import type { LocalPlot } from '../report/local-plot.ts'
import type { LocalReceipt } from '../report/receipt.ts'
import type { Attachment, LocalReport, RefusedFile } from '../report/report.ts'
import type { OutboxOptions } from './dependencies.ts'
import type { LocalItems } from './local-items.ts'
import { type Accepted, longestDelay } from './state-machine.ts'
import { AttachmentMissing, classifyError, type AttemptOutcome } from './attempt-outcome.ts'

type SenderOptions = { items: LocalItems } & Pick<OutboxOptions, 'store' | 'wire'> &
  Required<Pick<OutboxOptions, 'now' | 'online' | 'exclusive' | 'scheduleWake'>>

export function createSender(options: SenderOptions) {
  const { items, now, online, exclusive, scheduleWake } = options
  let cancelWake = () => {}
  let running: Promise<void> | null = null
  let isRerunRequested = false
  let isStopped = false

  /**
   * Milliseconds until an item is due. One that is further off than the longest delay was postponed by a clock that
   * has been set back since: it is due now.
   */
  function untilDue({ nextAt }: LocalItem): number {
    const remaining = nextAt - now()
    return remaining > longestDelay ? 0 : Math.max(0, remaining)
  }

  async function sendAllDue(): Promise<void> {
    for (const item of await items.list())
      if (item.state === 'sending') await items.applyEvent(item.key, { type: 'interrupted', now: now() })
    do {
      isRerunRequested = false
      const due = (await items.list()).filter(one => one.state === 'waiting' && untilDue(one) === 0)
      due.sort((a, b) => a.createdAt - b.createdAt)
      for (const item of due) if (isStopped || !online() || !(await attemptItem(options, item.key))) return
    } while (isRerunRequested)
  }

  function scheduleNext() {
    cancelWake()
    cancelWake = () => {}
    const waiting = items.snapshot().items.filter(one => one.state === 'waiting' && one.failure !== 'signIn')
    if (isStopped || waiting.length === 0 || !online()) return
    cancelWake = scheduleWake(Math.max(1000, Math.min(...waiting.map(untilDue))), () => void sendDue())
  }

  async function runOnce(): Promise<void> {
    try {
      if (!isStopped && online()) await exclusive(sendAllDue)
    } finally {
      await items.refresh()
    }
  }

  /** Sends what is due. Safe to call at any moment and from anywhere. */
  function sendDue(): Promise<void> {
    isRerunRequested = true
    running ??= runOnce().finally(() => {
      running = null
      scheduleNext()
    })
    return running
  }

  return {
    sendDue,
    stop() {
      isStopped = true
      cancelWake()
    },
  }
}

/** What makes the bodies of the calls: loaded with the first item. If the server no longer has this version's files, that counts as no network. */
const loadCompose = () =>
  import('./compose.ts').catch((cause: unknown) => {
    throw new TransportError('network', 0, cause)
  })

/** One attempt to send an item. Resolves to false when it is no use to try further ones now. */
async function attemptItem(options: SenderOptions, key: string): Promise<boolean> {
  const { items, store, now } = options
  const item = await items.applyEvent(key, { type: 'start', now: now() })
  try {
    const result = isLabelAct(item)
      ? await sendLabelAct(options, item)
      : isChange(item)
        ? await sendChange(options, item)
        : isReceipt(item)
          ? await sendReceipt(options, item)
          : isPlot(item)
            ? await sendPlot(options, item)
            : await sendReport(options, item)
    await items.applyEvent(key, { type: 'accepted', now: now(), result })
    await store.removeAttachments(key)
    return true
  } catch (error) {
    return await recordFailure(options, key, outcomeOf(error))
  } finally {
    items.setProgress(key, null)
  }
}

async function sendReport(options: SenderOptions, report: LocalReport): Promise<Accepted> {
  const { items, wire, now } = options
  const { composeBody } = await loadCompose()
  const body = composeBody(report, await uploadAttachments(options, report))
  await items.applyEvent(report.key, { type: 'leave', now: now() })
  const { recordId, recordIds, accepted, count } = await wire.report(body)
  return {
    recordId: String(recordId),
    recordIds: recordIds?.map(String),
    acceptedCodes: accepted,
    acceptedCount: count ?? accepted.length,
  }
}

async function sendLabelAct({ items, wire, now }: SenderOptions, act: LocalLabelAct): Promise<Accepted> {
  const { labelActBody } = await loadCompose()
  await items.applyEvent(act.key, { type: 'leave', now: now() })
  const call = { verb: act.content.verb, body: labelActBody(act), idempotencyKey: act.reportId }
  return { moved: await wire.labelAct(call) }
}

async function sendChange({ items, wire, now }: SenderOptions, change: LocalChange): Promise<Accepted> {
  const { changeBody } = await loadCompose()
  await items.applyEvent(change.key, { type: 'leave', now: now() })
  const { id } = await wire.change({ body: changeBody(change), idempotencyKey: change.reportId })
  return { changeId: id }
}

async function sendReceipt(options: SenderOptions, receipt: LocalReceipt): Promise<Accepted> {
  const { items, wire, now } = options
  const { composeReceipt } = await loadCompose()
  const decision = composeReceipt(receipt, await uploadAttachments(options, receipt))
  await items.applyEvent(receipt.key, { type: 'leave', now: now() })
  const { offerId } = receipt.content
  return { taken: await wire.receipt({ ...decision, offerId, idempotencyKey: receipt.reportId }) }
}

async function sendPlot({ items, wire, now }: SenderOptions, plot: LocalPlot): Promise<Accepted> {
  const { plotBody } = await loadCompose()
  await items.applyEvent(plot.key, { type: 'leave', now: now() })
  return { stored: await wire.plot(plotBody(plot)) }
}

async function uploadAttachments(
  { items, store, wire }: SenderOptions,
  report: LocalReport | LocalReceipt,
): Promise<Attachment[]> {
  const { attachmentKeys } = await loadCompose()
  const keys = attachmentKeys(report)
  const stored = (await store.attachments(report.key)).filter(one => keys.includes(one.key))
  if (stored.length < new Set(keys).size) throw new AttachmentMissing()
  const ready: Attachment[] = []
  const refused: RefusedFile[] = []
  for (const [index, attachment] of stored.entries()) {
    const onProgress = (part: number) => items.setProgress(report.key, (index + part) / stored.length)
    const fileId = attachment.fileId ?? (await uploadOrRefuse(wire, attachment, onProgress, refused))
    // The others are uploaded nevertheless, so that every refused one is named at once.
    if (fileId === undefined) continue
    const uploaded = { ...attachment, fileId }
    // Stored at once, so that a lost connection does not send the same picture twice.
    if (!attachment.fileId) await store.putAttachment(uploaded)
    ready.push(uploaded)
  }
  if (refused.length > 0) throw new FilesRefused(refused)
  return ready
}

/** The server does not take some files of a report, whenever they are sent. */
class FilesRefused extends Error {
  override readonly name = 'FilesRefused'
  readonly files: RefusedFile[]

  constructor(files: RefusedFile[]) {
    super()
    this.files = files
  }
}

async function uploadOrRefuse(
  wire: SenderOptions['wire'],
  attachment: Attachment,
  onProgress: (part: number) => void,
  refused: RefusedFile[],
): Promise<string | undefined> {
  try {
    return await wire.upload(attachment, onProgress)
  } catch (error) {
    if (error instanceof AttachmentMissing) throw error
    const outcome = classifyError(error)
    if (outcome.kind !== 'refused') throw error
    const { error: key, message } = outcome.refusal
    refused.push({ key: attachment.key, name: attachment.name, error: key, message })
    return undefined
  }
}

function outcomeOf(error: unknown): AttemptOutcome {
  if (error instanceof FilesRefused) {
    const [{ error: key, message }] = error.files as [RefusedFile]
    return { kind: 'refused', refusal: { error: key, message, codes: [], issues: [], files: error.files } }
  }
  if (!(error instanceof AttachmentMissing)) return classifyError(error)
  return { kind: 'refused', refusal: { error: 'fileMissing', message: '', codes: [], issues: [] } }
}

async function recordFailure(
  { items, store, now }: SenderOptions,
  key: string,
  outcome: AttemptOutcome,
): Promise<boolean> {
  if (outcome.kind === 'failed') {
    await items.applyEvent(key, { type: 'failed', now: now(), failure: outcome.failure })
    return false
  }
  if (outcome.refusal.error === 'fileMissing') await forgetUploads(store, key)
  await items.applyEvent(key, { type: 'refused', now: now(), refusal: outcome.refusal })
  return true
}

/** The server no longer has a file: the next attempt uploads it again. */
async function forgetUploads(store: SenderOptions['store'], key: string): Promise<void> {
  for (const attachment of await store.attachments(key)) await store.putAttachment({ ...attachment, fileId: undefined })
}
