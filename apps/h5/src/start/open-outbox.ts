/** The outbox of one signed-in person: how it sends, and what wakes it. */
import { type Client, TransportError, type Translate, newId } from '@timbermark/client'
import { limits } from '@timbermark/contract'
import { AttachmentMissing } from '../outbox/attempt-outcome.ts'
import { createOutbox, type Outbox } from '../outbox/outbox.ts'
import { outboxStore } from '../outbox/store.ts'
import type { AnswerCache } from '../platform/answer-cache.ts'
import type { Profile } from '../report/wire.ts'
import type { Connection } from './connection.ts'

/** Milliseconds that a sent report stays on the phone after the server has it. */
const sentRetention = 7 * 24 * 3600_000
const channelName = 'timbermark-h5'

const labelCalls = {
  activate: 'POST /code/label/activate',
  spoil: 'POST /code/label/spoil',
  lose: 'POST /code/label/lose',
} as const

/** If the server no longer has this version's files, that counts as no network. */
const toNetworkError = (cause: unknown): never => {
  throw new TransportError('network', 0, cause)
}

export function openOutbox({ client, net }: Connection, owner: string): Outbox {
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(channelName) : null
  const outbox = createOutbox({
    owner,
    store: outboxStore,
    newId,
    online: net.isWorthTrying,
    exclusive,
    announce: () => channel?.postMessage('changed'),
    wire: {
      async upload(attachment, onProgress) {
        // Loaded with the first picture.
        const { sendFile } = await import('../outbox/send-file.ts').catch(toNetworkError)
        return sendFile(client, attachment, onProgress, {
          pieceBytes: limits.uploadPiece,
          missingError: () => new AttachmentMissing(),
          stalledError: () => new TransportError('network'),
        })
      },
      async report(body) {
        // A retry repeats the same call on purpose.
        const repeatable = { headers: { 'idempotency-key': body.reportId }, allowDoubleSubmit: true }
        if (!('rows' in body)) return client.call('POST /stage/report', { body, ...repeatable })
        const { records } = await client.call('POST /stage/report/rows', { body, ...repeatable })
        const recordIds = records.map(record => record.recordId)
        return { recordId: recordIds[0]!, recordIds, accepted: records.map(record => record.code) }
      },
      async labelAct({ verb, body, idempotencyKey }) {
        const repeatable = { headers: { 'idempotency-key': idempotencyKey }, allowDoubleSubmit: true }
        // The reason fits the verb: the page offers no other.
        return client.call(labelCalls[verb], { body: body as never, ...repeatable })
      },
      async change({ body, idempotencyKey }) {
        const repeatable = { headers: { 'idempotency-key': idempotencyKey }, allowDoubleSubmit: true }
        return client.call('POST /stage/change-request', { body, ...repeatable })
      },
      async plot(body) {
        const repeatable = { headers: { 'idempotency-key': body.walkId }, allowDoubleSubmit: true }
        return client.call('POST /material/plot/walked', { body, ...repeatable })
      },
      async receipt({ verb, body, offerId, idempotencyKey }) {
        const repeatable = { headers: { 'idempotency-key': idempotencyKey }, allowDoubleSubmit: true }
        const params = { id: Number(offerId) }
        if (verb === 'accept') return client.call('PUT /custody/offer/:id/accept', { params, body, ...repeatable })
        await client.put(`/custody/offer/${params.id}/decline`, body, repeatable)
        return { codes: 0 }
      },
    },
  })
  channel?.addEventListener('message', () => void outbox.refresh())
  // When the phone has a network again, everything is tried. When only some other call succeeded, only due reports are
  // tried: else a connection that passes small calls and loses large ones would be tried without pause.
  window.addEventListener('online', () => void outbox.retryAllNow())
  net.subscribe(() => net.online() && void outbox.sendDue())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void outbox.sendDue())
  return outbox
}

/** Shows what is stored and continues sending where the last visit stopped. */
export async function startOutbox(outbox: Outbox): Promise<void> {
  await outbox.refresh()
  await outbox.removeOldSent(sentRetention)
  void outbox.retryAllNow()
  // Asks the browser not to delete unsent reports when the phone runs out of space.
  void navigator.storage?.persist?.().catch(() => false)
}

/** Only one tab at a time sends; where locks are missing, the server's idempotency key is enough. */
async function exclusive(work: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) {
    await work()
    return true
  }
  return navigator.locks.request('timbermark-h5-outbox', { ifAvailable: true }, async lock => {
    if (lock) await work()
    return lock !== null
  })
}

export function answerCacheOf(client: Client, profile: Profile, t: Translate): AnswerCache {
  return { client, scope: `${profile.userId} ${t.language}` }
}
