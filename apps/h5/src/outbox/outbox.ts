/**
 * The reports, acts on labels and change requests of one person on this phone, and the sender that brings them to the server, one after another,
 * with as many attempts as it takes. It knows neither IndexedDB nor the network: the caller passes both in.
 */
import { withoutFiles } from '../report/files.ts'
import { isReceipt, isReport, type LocalItem } from '../report/local-item.ts'
import { withoutReceiptFiles } from '../report/receipt.ts'
import type { Attachment } from '../report/report.ts'
import type { OutboxOptions } from './dependencies.ts'
import { createLocalItems } from './local-items.ts'
import { advance, isAllowed } from './state-machine.ts'
import { createSender } from './sender.ts'

/** The result of saving a draft: the time of the write, or what is stored instead. */
export type SaveResult = { isSaved: true; updatedAt: number } | { isSaved: false; stored: LocalItem | undefined }

/** The version of a draft that a form works on: its `updatedAt`; undefined when the draft is not stored yet. */
type ExpectedVersion = number | undefined

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(options: OutboxOptions) {
  const { owner, store, wire, newId, now = Date.now, online = () => true, announce = () => {} } = options
  const { exclusive = runWithoutLock, scheduleWake = wakeByTimer } = options
  const items = createLocalItems({ owner, store, announce })
  const { runInTurn, applyEvent, requireItem } = items
  const sender = createSender({ items, store, wire, now, online, exclusive, scheduleWake })

  /** The present moment, but never equal to the last version: copies are told apart by it. */
  const nextVersion = (expected: ExpectedVersion): number => (now() === expected ? expected + 1 : now())

  async function removeOldSent(milliseconds: number): Promise<void> {
    for (const item of await items.list())
      if (item.state === 'sent' && now() - (item.sentAt ?? 0) > milliseconds) await store.remove(item.key)
    await items.refresh()
  }

  return {
    owner,
    subscribe: items.subscribe,
    snapshot: items.snapshot,
    refresh: items.refresh,
    sendDue: sender.sendDue,
    stop: sender.stop,

    /** Saves a draft, unless its stored version is not the expected one: then it stays as it is. */
    save: (item: LocalItem, expected?: ExpectedVersion): Promise<SaveResult> =>
      runInTurn(async () => {
        const stored = await store.get(item.key)
        if (!isUnchanged(stored, expected)) return { isSaved: false, stored }
        const draft: LocalItem = { ...item, state: 'draft', updatedAt: nextVersion(expected) }
        const { updatedAt } = await items.write(draft)
        return { isSaved: true, updatedAt }
      }),

    /** Passes a draft to the sender, unless its stored version is not the expected one. */
    async submit(item: LocalItem, expected?: ExpectedVersion): Promise<SaveResult> {
      const result = await runInTurn(async (): Promise<SaveResult> => {
        const stored = await store.get(item.key)
        if (!isUnchanged(stored, expected)) return { isSaved: false, stored }
        const draft: LocalItem = { ...item, state: 'draft' }
        const queued = advance(draft, { type: 'queue', now: now() })
        const { updatedAt } = await items.write({ ...queued, updatedAt: nextVersion(expected) })
        return { isSaved: true, updatedAt }
      })
      if (result.isSaved) void sender.sendDue()
      return result
    },

    /** Turns what never left the phone back into a draft. Resolves to whether it did. */
    async recall(key: string): Promise<boolean> {
      if (!isAllowed(await requireItem(key), 'recall')) return false
      await applyEvent(key, { type: 'recall', now: now() })
      return true
    },

    /** Reopens what was refused as a draft with a new id. */
    async correct(key: string): Promise<void> {
      await applyEvent(key, { type: 'correct', now: now(), reportId: newId() })
    },

    /** Sends a refused report or receipt again without the files that the server does not take. */
    async sendWithoutFiles(key: string): Promise<void> {
      const removed = await runInTurn(async () => {
        const refused = await requireItem(key)
        const files = (refused.refusal?.files ?? []).map(file => file.key)
        const correct = { type: 'correct', now: now(), reportId: newId() } as const
        const queue = { type: 'queue', now: now() } as const
        if (isReceipt(refused)) {
          const draft = advance(refused, correct)
          await items.write(advance({ ...draft, content: withoutReceiptFiles(draft.content, new Set(files)) }, queue))
        } else if (isReport(refused)) {
          const draft = advance(refused, correct)
          const content = { ...withoutFiles(draft.content, new Set(files)), told: undefined }
          await items.write(advance({ ...draft, content }, queue))
        }
        return files
      })
      for (const file of removed) await store.removeAttachment(file)
      await sender.sendDue()
    },

    /** Tries one item at once. */
    async retryNow(key: string): Promise<void> {
      if (isAllowed(await requireItem(key), 'retryNow')) await applyEvent(key, { type: 'retryNow', now: now() })
      await sender.sendDue()
    },

    /** Tries everything at once, for example when the network is back or the person has signed in again. */
    async retryAllNow(): Promise<void> {
      await runInTurn(async () => {
        for (const item of await items.list())
          if (isAllowed(item, 'retryNow')) await store.put(advance(item, { type: 'retryNow', now: now() }))
      })
      await sender.sendDue()
    },

    /** Removes a draft of the expected version. A newer version, made in another tab, stays. */
    discard: (key: string, expected: ExpectedVersion): Promise<void> =>
      runInTurn(async () => {
        const stored = await store.get(key)
        // Attachments of a report that was never stored itself.
        if (!stored) return store.removeAttachments(key)
        if (isUnchanged(stored, expected)) await items.remove(key)
      }),

    /** Removes an item and its attachments, unless it is being sent at this moment. */
    remove: (key: string): Promise<void> =>
      runInTurn(async () => {
        if ((await requireItem(key)).state !== 'sending') await items.remove(key)
      }),

    /** Removes what the server accepted more than `milliseconds` ago. */
    removeOldSent,

    attachments: (key: string) => store.attachments(key),
    putAttachment: (attachment: Attachment) => store.putAttachment(attachment),
    removeAttachment: (key: string) => store.removeAttachment(key),
  }
}

/** No other tab has changed, sent or removed this draft since. */
const isUnchanged = (stored: LocalItem | undefined, expected: ExpectedVersion): boolean =>
  stored ? stored.state === 'draft' && stored.updatedAt === expected : expected === undefined

const runWithoutLock = (work: () => Promise<void>): Promise<boolean> => work().then(() => true)

function wakeByTimer(milliseconds: number, wake: () => void): () => void {
  const timer = setTimeout(wake, milliseconds)
  return () => clearTimeout(timer)
}
