/** The API client of one signed-in person, and their profile. It runs before the page's own script is loaded, so it stays small. */
import { type Client, createClient, everyPermission } from '@timbermark/client'
import type { Language } from '@timbermark/contract'
import { recordServerTime } from '../platform/clock.ts'
import { createConnectivity, type Connectivity } from '../platform/connectivity.ts'
import { storeProfile } from '../platform/session.ts'
import type { Profile } from '../report/wire.ts'

export interface Connection {
  client: Client
  net: Connectivity
  /** The token this page was opened with. */
  session: string
  /**
   * Sets how the end of the session is shown; the promise lasts as long as it is shown. A session end that occurs before
   * this is set waits for it.
   */
  onSessionEnd(how: () => Promise<void>): void
}

export function connect(language: Language, session: string): Connection {
  const net = createConnectivity()
  let onSessionEnd: Connection['onSessionEnd'] = () => {}
  const ended = new Promise<() => Promise<void>>(resolve => {
    onSessionEnd = resolve
  })
  const client = createClient({
    base: '/api',
    // Fixed for the life of the page: a report is never sent in another person's name.
    token: () => session,
    language: () => language,
    onUnauthenticated: async () => (await ended)(),
    signInRefusals: ['auth.initialPassword', 'auth.secondFactorDemanded'],
    fetch: async (...args) => {
      try {
        const response = await fetch(...args)
        net.markReached()
        recordServerTime(response.headers.get('date'))
        return response
      } catch (error) {
        net.markUnreachable()
        throw error
      }
    },
  })
  return { client, net, session, onSessionEnd }
}

/** Rights that decide what the page offers beyond reporting, which the server answers by stage. */
const isUsedHere = (permission: string) =>
  permission === everyPermission || permission.startsWith('code:label:') || permission === 'custody:offer:accept'

/** Fetches who is signed in, and stores the answer for this session. */
export async function fetchProfile({ client, session }: Connection): Promise<Profile> {
  const { user, permissions } = await client.call('GET /getInfo')
  const profile = { ...user, permissions: permissions.filter(isUsedHere) }
  storeProfile(profile, session)
  return profile
}
