/** Puts the parts together for one signed-in person: calls, network state, outbox. */
import { ApiError, type Client, createClient, TransportError, type Translate } from '@timbermark/client'
import { createOutbox, type Outbox } from '../outbox/outbox.ts'
import { noteServerTime } from '../platform/clock.ts'
import { newId } from '../platform/id.ts'
import type { Keeper } from '../platform/kept.ts'
import { createNet, type Net } from '../platform/net.ts'
import { storedProfile, storeProfile } from '../platform/session.ts'
import { outboxStore } from '../outbox/store.ts'
import type { Id, Profile } from '../report/wire.ts'

/** How long a sent report stays on the phone after the server has it. */
const keepSent = 7 * 24 * 3600_000
const channelName = 'timbermark-h5'

export interface Connection {
  client: Client
  net: Net
  /** The token this page was opened with. */
  session: string
}

export function connect(t: Translate, session: string, onUnauthenticated: () => Promise<void>): Connection {
  const net = createNet()
  const client = createClient({
    base: '/api',
    // Fixed for the life of the page: what one person reported is never sent in another's name.
    token: () => session,
    language: () => t.language,
    onUnauthenticated,
    heldBack: ['auth.initialPassword', 'auth.secondFactorDemanded'],
    fetch: async (...args) => {
      try {
        const response = await fetch(...args)
        net.reached()
        noteServerTime(response.headers.get('date'))
        return response
      } catch (error) {
        net.lost()
        throw error
      }
    },
  })
  return { client, net, session }
}

/** Who is signed in: as remembered for this session, else from the server. */
export async function whoIs({ client, session }: Connection): Promise<Profile> {
  const remembered = storedProfile(session)
  const asked = client.call('GET /getInfo').then(data => {
    storeProfile(data.user, session)
    return data.user
  })
  if (!remembered) return asked
  // The page opens at once with what it knows; a change of name shows with the next visit.
  asked.catch(error => {
    if (!(error instanceof ApiError || error instanceof TransportError)) throw error
  })
  return remembered
}

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
        const file = new File([attachment.blob], attachment.name, { type: attachment.type })
        const info = await client.upload<{ id: Id }>(file, { onProgress })
        return String(info.id)
      },
      async report(body) {
        // A retry is meant to be the same call again.
        const again = { headers: { 'idempotency-key': body.reportId }, repeat: true }
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
