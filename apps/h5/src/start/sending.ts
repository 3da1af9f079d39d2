/** The outbox of one signed-in person: what it sends by, and when it wakes. */
import { type Client, TransportError, type Translate } from '@timbermark/client'
import { limits } from '@timbermark/contract'
import { AttachmentLost } from '../outbox/compose.ts'
import { createOutbox, type Outbox } from '../outbox/outbox.ts'
import { outboxStore } from '../outbox/store.ts'
import { newId } from '../platform/id.ts'
import type { Keeper } from '../platform/kept.ts'
import type { Profile } from '../report/wire.ts'
import type { Connection } from './connection.ts'

/** How long a sent report stays on the phone after the server has it. */
const keepSent = 7 * 24 * 3600_000
const channelName = 'timbermark-h5'

export function openOutbox({ client, net }: Connection, owner: string): Outbox {
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(channelName) : null
  const outbox = createOutbox({
    owner,
    store: outboxStore,
    newId,
    online: net.worthTrying,
    exclusive,
    announce: () => channel?.postMessage('changed'),
    wire: {
      async upload(attachment, onProgress) {
        // Fetched with the first picture; a page of a version that is no longer served is as good as no network.
        const { sendFile } = await import('../outbox/send-file.ts').catch((cause: unknown) => {
          throw new TransportError('network', 0, cause)
        })
        return sendFile(client, attachment, onProgress, {
          pieceBytes: limits.uploadPiece,
          lost: () => new AttachmentLost(),
          stalled: () => new TransportError('network'),
        })
      },
      async report(body) {
        // A retry is meant to be the same call again.
        const again = { headers: { 'idempotency-key': body.reportId }, allowDoubleSubmit: true }
        if (!('rows' in body)) return client.call('POST /stage/report', { body, ...again })
        const { records } = await client.call('POST /stage/report/rows', { body, ...again })
        const recordIds = records.map(record => record.recordId)
        return { recordId: recordIds[0]!, recordIds, accepted: records.map(record => record.code) }
      },
    },
  })
  channel?.addEventListener('message', () => void outbox.refresh())
  // The phone has a network again. That some other call passed says less: it only wakes what is due, or a connection
  // that lets small calls through and loses large ones would be tried without pause.
  window.addEventListener('online', () => void outbox.hurryAll())
  net.subscribe(() => net.online() && void outbox.pump())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void outbox.pump())
  return outbox
}

/** Shows what is stored and takes up sending where the last visit left off. */
export async function wakeOutbox(outbox: Outbox): Promise<void> {
  await outbox.refresh()
  await outbox.tidy(keepSent)
  void outbox.hurryAll()
  // Asks the browser not to clear reports that are not sent yet when the phone runs short of space.
  void navigator.storage?.persist?.().catch(() => false)
}

/** One tab at a time sends; without the lock the server's own guard against repetition suffices. */
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

export function keeperOf(client: Client, profile: Profile, t: Translate): Keeper {
  return { client, scope: `${profile.userId} ${t.language}` }
}
