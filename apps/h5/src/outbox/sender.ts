/** Sends the reports that are due, one after another, and wakes itself when the next one is due. */
import type { Attachment, LocalReport, RefusedFile } from '../report/report.ts'
import { AttachmentMissing, attachmentKeys, composeBody } from './compose.ts'
import type { OutboxOptions } from './dependencies.ts'
import type { LocalReports } from './local-reports.ts'
import { longestDelay } from './state-machine.ts'
import { classifyError, type AttemptOutcome } from './attempt-outcome.ts'

type SenderOptions = { reports: LocalReports } & Pick<OutboxOptions, 'store' | 'wire'> &
  Required<Pick<OutboxOptions, 'now' | 'online' | 'exclusive' | 'scheduleWake'>>

export function createSender(options: SenderOptions) {
  const { reports, now, online, exclusive, scheduleWake } = options
  let cancelWake = () => {}
  let running: Promise<void> | null = null
  let isRerunRequested = false
  let isStopped = false

  /**
   * Milliseconds until a report is due. A report that is further off than the longest delay was postponed by a clock that
   * has been set back since: it is due now.
   */
  function untilDue({ nextAt }: LocalReport): number {
    const remaining = nextAt - now()
    return remaining > longestDelay ? 0 : Math.max(0, remaining)
  }

  async function sendAllDue(): Promise<void> {
    for (const report of await reports.list())
      if (report.state === 'sending') await reports.applyEvent(report.key, { type: 'interrupted', now: now() })
    do {
      isRerunRequested = false
      const due = (await reports.list()).filter(one => one.state === 'waiting' && untilDue(one) === 0)
      due.sort((a, b) => a.createdAt - b.createdAt)
      for (const report of due) if (isStopped || !online() || !(await attemptReport(options, report.key))) return
    } while (isRerunRequested)
  }

  function scheduleNext() {
    cancelWake()
    cancelWake = () => {}
    const waiting = reports.snapshot().reports.filter(one => one.state === 'waiting' && one.failure !== 'signIn')
    if (isStopped || waiting.length === 0 || !online()) return
    cancelWake = scheduleWake(Math.max(1000, Math.min(...waiting.map(untilDue))), () => void sendDue())
  }

  async function runOnce(): Promise<void> {
    try {
      if (!isStopped && online()) await exclusive(sendAllDue)
    } finally {
      await reports.refresh()
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

/** One attempt to send a report. Resolves to false when it is no use to try further reports now. */
async function attemptReport(options: SenderOptions, key: string): Promise<boolean> {
  const { reports, store, wire, now } = options
  const report = await reports.applyEvent(key, { type: 'start', now: now() })
  try {
    const body = composeBody(report, await uploadAttachments(options, report))
    await reports.applyEvent(key, { type: 'leave', now: now() })
    const answer = await wire.report(body)
    await reports.applyEvent(key, {
      type: 'accepted',
      now: now(),
      recordId: String(answer.recordId),
      recordIds: answer.recordIds?.map(String),
      codes: answer.accepted,
      count: answer.count,
    })
    await store.removeAttachments(key)
    return true
  } catch (error) {
    return await recordFailure(options, key, outcomeOf(error))
  } finally {
    reports.setProgress(key, null)
  }
}

async function uploadAttachments({ reports, store, wire }: SenderOptions, report: LocalReport): Promise<Attachment[]> {
  const keys = attachmentKeys(report)
  const stored = (await store.attachments(report.key)).filter(one => keys.includes(one.key))
  if (stored.length < new Set(keys).size) throw new AttachmentMissing()
  const ready: Attachment[] = []
  const refused: RefusedFile[] = []
  for (const [index, attachment] of stored.entries()) {
    const onProgress = (part: number) => reports.setProgress(report.key, (index + part) / stored.length)
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
  { reports, store, now }: SenderOptions,
  key: string,
  outcome: AttemptOutcome,
): Promise<boolean> {
  if (outcome.kind === 'failed') {
    await reports.applyEvent(key, { type: 'failed', now: now(), failure: outcome.failure })
    return false
  }
  if (outcome.refusal.error === 'fileMissing') await forgetUploads(store, key)
  await reports.applyEvent(key, { type: 'refused', now: now(), refusal: outcome.refusal })
  return true
}

/** The server no longer has a file: the next attempt uploads it again. */
async function forgetUploads(store: SenderOptions['store'], key: string): Promise<void> {
  for (const attachment of await store.attachments(key)) await store.putAttachment({ ...attachment, fileId: undefined })
}
