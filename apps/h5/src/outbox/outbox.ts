/**
 * The reports of one person on this phone and the sender that brings them to the server, one after another, as often
 * as it takes. It knows neither IndexedDB nor the network: both are handed in.
 */
import type { Attachment, LocalReport } from '../report/report.ts'
import type { ReportBody, RowsBody } from '../report/wire.ts'
import { AttachmentLost, attachmentKeys, composeBody } from './compose.ts'
import { longestDelay } from './backoff.ts'
import { advance, allows, type OutboxEvent } from './machine.ts'
import { judge, type Verdict } from './verdict.ts'

export interface OutboxStore {
  list(owner: string): Promise<LocalReport[]>
  get(key: string): Promise<LocalReport | undefined>
  put(report: LocalReport): Promise<void>
  /** Removes the report and its attachments. */
  remove(key: string): Promise<void>
  attachments(reportKey: string): Promise<Attachment[]>
  putAttachment(attachment: Attachment): Promise<void>
  removeAttachment(key: string): Promise<void>
  removeAttachments(reportKey: string): Promise<void>
}

export interface OutboxWire {
  /** Answers with the server's id of the file. */
  upload(attachment: Attachment, onProgress: (share: number) => void): Promise<string>
  report(body: ReportBody | RowsBody): Promise<Accepted>
}

/** What the server made of a report. */
export interface Accepted {
  recordId: number
  /** Of all rows, where there are several. */
  recordIds?: number[]
  accepted: string[]
  /** Those of ranges counted. */
  count?: number
}

export interface OutboxOptions {
  owner: string
  store: OutboxStore
  wire: OutboxWire
  newId: () => string
  now?: () => number
  /** False keeps attempts from being wasted while the phone knows that it has no network. */
  online?: () => boolean
  /** Runs the work while no other tab of this page does; answers false when another tab has it. */
  exclusive?: (work: () => Promise<void>) => Promise<boolean>
  /** Wakes the sender after so many milliseconds; answers with a way to call it off. */
  later?: (milliseconds: number, wake: () => void) => () => void
  /** Something changed, for other tabs. */
  announce?: () => void
}

/** What became of a draft that was to be kept: when it was written, or what stands there instead. */
export type Saved = { kept: true; updatedAt: number } | { kept: false; found: LocalReport | undefined }

/** The copy of a draft that somebody works on: `updatedAt` of the report it was made from, undefined for one never kept. */
type Seen = number | undefined

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(options: OutboxOptions) {
  const { owner, store, wire, newId, now = Date.now, online = () => true, announce = () => {} } = options
  const exclusive = options.exclusive ?? (work => work().then(() => true))
  const later =
    options.later ??
    ((milliseconds, wake) => {
      const timer = setTimeout(wake, milliseconds)
      return () => clearTimeout(timer)
    })

  let reports: readonly LocalReport[] = []
  let progress: ReadonlyMap<string, number> = new Map()
  let snapshot = { reports, progress, loaded: false }
  const listeners = new Set<() => void>()
  let callOff = () => {}
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  let last: Promise<unknown> = Promise.resolve()

  function show() {
    snapshot = { reports, progress, loaded: true }
    for (const listener of listeners) listener()
  }

  /** Reads what is stored; also called when another tab changed something. */
  async function refresh(): Promise<void> {
    reports = (await store.list(owner)).sort((a, b) => b.createdAt - a.createdAt)
    show()
  }

  async function write(report: LocalReport): Promise<LocalReport> {
    await store.put(report)
    await refresh()
    announce()
    return report
  }

  async function own(key: string): Promise<LocalReport> {
    const report = await store.get(key)
    if (!report || report.owner !== owner) throw new Error('There is no such report on this phone')
    return report
  }

  /** One change after another: two that read the same report at once would lose one of them. */
  function alone<T>(change: () => Promise<T>): Promise<T> {
    const result = last.then(change)
    last = result.catch(() => {})
    return result
  }

  /** Nobody else, in another tab, has changed this draft since, nor sent or removed it. */
  const isAsSeen = (stored: LocalReport | undefined, seen: Seen): boolean =>
    stored ? stored.state === 'draft' && stored.updatedAt === seen : seen === undefined

  /** The present moment, and another one than the last: by it one copy is told from the next. */
  const stamp = (seen: Seen): number => (now() === seen ? seen + 1 : now())

  function move(key: string, event: OutboxEvent): Promise<LocalReport> {
    return alone(async () => write(advance(await own(key), event)))
  }

  function note(key: string, share: number | null) {
    const next = new Map(progress)
    if (share === null) next.delete(key)
    else next.set(key, share)
    progress = next
    show()
  }

  async function uploadAll(report: LocalReport): Promise<Attachment[]> {
    const wanted = attachmentKeys(report)
    const held = (await store.attachments(report.key)).filter(one => wanted.includes(one.key))
    if (held.length < new Set(wanted).size) throw new AttachmentLost()
    const ready: Attachment[] = []
    for (const [index, attachment] of held.entries()) {
      const share = (part: number) => note(report.key, (index + part) / held.length)
      const fileId = attachment.fileId ?? (await wire.upload(attachment, share))
      const uploaded = { ...attachment, fileId }
      // Noted at once, so that a lost connection does not send the same picture twice.
      if (!attachment.fileId) await store.putAttachment(uploaded)
      ready.push(uploaded)
    }
    return ready
  }

  /** One attempt. Answers false when there is no use in trying further reports now. */
  async function attempt(key: string): Promise<boolean> {
    const report = await move(key, { type: 'start', now: now() })
    try {
      const attachments = await uploadAll(report)
      const body = composeBody(report, attachments)
      await move(key, { type: 'leave', now: now() })
      const answer = await wire.report(body)
      await move(key, {
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
      return await settle(key, verdictOf(error))
    } finally {
      note(key, null)
    }
  }

  function verdictOf(error: unknown): Verdict {
    if (!(error instanceof AttachmentLost)) return judge(error)
    return { kind: 'refused', refusal: { error: 'fileMissing', message: '', codes: [], issues: [] } }
  }

  async function settle(key: string, verdict: Verdict): Promise<boolean> {
    if (verdict.kind === 'failed') {
      await move(key, { type: 'failed', now: now(), failure: verdict.failure })
      return false
    }
    if (verdict.refusal.error === 'fileMissing') await forgetUploads(key)
    await move(key, { type: 'refused', now: now(), refusal: verdict.refusal })
    return true
  }

  /** The server no longer has a file: it goes up again with the next attempt. */
  async function forgetUploads(key: string): Promise<void> {
    for (const attachment of await store.attachments(key))
      await store.putAttachment({ ...attachment, fileId: undefined })
  }

  /**
   * Milliseconds until a report is due. One that is further off than any delay was put off by a clock that has been set
   * back since: it is due now.
   */
  function untilDue({ nextAt }: LocalReport): number {
    const left = nextAt - now()
    return left > longestDelay ? 0 : Math.max(0, left)
  }

  async function sendDue(): Promise<void> {
    for (const report of await store.list(owner))
      if (report.state === 'sending') await move(report.key, { type: 'interrupted', now: now() })
    do {
      again = false
      const due = (await store.list(owner)).filter(one => one.state === 'waiting' && untilDue(one) === 0)
      due.sort((a, b) => a.createdAt - b.createdAt)
      for (const report of due) if (stopped || !online() || !(await attempt(report.key))) return
    } while (again)
  }

  function schedule() {
    callOff()
    callOff = () => {}
    const waiting = reports.filter(one => one.state === 'waiting' && one.failure !== 'signIn')
    if (stopped || waiting.length === 0 || !online()) return
    callOff = later(Math.max(1000, Math.min(...waiting.map(untilDue))), () => void pump())
  }

  async function round(): Promise<void> {
    try {
      if (!stopped && online()) await exclusive(sendDue)
    } finally {
      await refresh()
    }
  }

  /** Sends what is due. Safe to call at any moment and from anywhere. */
  function pump(): Promise<void> {
    again = true
    running ??= round().finally(() => {
      running = null
      schedule()
    })
    return running
  }

  return {
    owner,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => snapshot,
    refresh,
    pump,

    /** Keeps a draft, unless it is no longer what it was when it was `seen`: then it is left as it is. */
    save: (report: LocalReport, seen?: Seen): Promise<Saved> =>
      alone(async () => {
        const stored = await store.get(report.key)
        if (!isAsSeen(stored, seen)) return { kept: false, found: stored }
        const { updatedAt } = await write({ ...report, state: 'draft', updatedAt: stamp(seen) })
        return { kept: true, updatedAt }
      }),

    /** Hands a draft over to the sender, unless it is no longer what it was when it was `seen`. */
    async submit(report: LocalReport, seen?: Seen): Promise<Saved> {
      const saved = await alone(async (): Promise<Saved> => {
        const stored = await store.get(report.key)
        if (!isAsSeen(stored, seen)) return { kept: false, found: stored }
        const draft: LocalReport = { ...report, state: 'draft' }
        const queued = advance(draft, { type: 'queue', now: now() })
        const { updatedAt } = await write({ ...queued, updatedAt: stamp(seen) })
        return { kept: true, updatedAt }
      })
      if (saved.kept) void pump()
      return saved
    },

    /** Back to a draft, when it never left the phone. Answers whether it did. */
    async recall(key: string): Promise<boolean> {
      if (!allows(await own(key), 'recall')) return false
      await move(key, { type: 'recall', now: now() })
      return true
    },

    /** Reopens a refused report as a draft with a fresh id. */
    async correct(key: string): Promise<void> {
      await move(key, { type: 'correct', now: now(), reportId: newId() })
    },

    /** Tries one report at once. */
    async hurry(key: string): Promise<void> {
      if (allows(await own(key), 'hurry')) await move(key, { type: 'hurry', now: now() })
      await pump()
    },

    /** Tries everything at once, for example when the network is back or the person has signed in again. */
    async hurryAll(): Promise<void> {
      await alone(async () => {
        for (const report of await store.list(owner))
          if (allows(report, 'hurry')) await store.put(advance(report, { type: 'hurry', now: now() }))
      })
      await pump()
    },

    /** Gives a draft up, as it was `seen`: what somebody made of it since, in another tab, is not his to remove. */
    discard: (key: string, seen: Seen): Promise<void> =>
      alone(async () => {
        const stored = await store.get(key)
        // Files of a report that was never kept itself.
        if (!stored) return store.removeAttachments(key)
        if (!isAsSeen(stored, seen)) return
        await store.remove(key)
        await refresh()
        announce()
      }),

    /** Removes a report and its attachments, unless it is on its way this moment. */
    remove: (key: string): Promise<void> =>
      alone(async () => {
        if ((await own(key)).state === 'sending') return
        await store.remove(key)
        await refresh()
        announce()
      }),

    /** Drops reports that the server has had for `milliseconds`. */
    async tidy(milliseconds: number): Promise<void> {
      for (const report of await store.list(owner))
        if (report.state === 'sent' && now() - (report.sentAt ?? 0) > milliseconds) await store.remove(report.key)
      await refresh()
    },

    attachments: (key: string) => store.attachments(key),
    putAttachment: (attachment: Attachment) => store.putAttachment(attachment),
    removeAttachment: (key: string) => store.removeAttachment(key),

    stop() {
      stopped = true
      callOff()
    },
  }
}
