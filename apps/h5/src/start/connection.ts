/** The calls of one signed-in person, and who that is. It is asked for before the page's own script is here, so it stays small. */
import { type Client, createClient } from '@timbermark/client'
import type { Language } from '@timbermark/contract'
import { noteServerTime } from '../platform/clock.ts'
import { createNet, type Net } from '../platform/net.ts'
import { storeProfile } from '../platform/session.ts'
import type { Profile } from '../report/wire.ts'

export interface Connection {
  client: Client
  net: Net
  /** The token this page was opened with. */
  session: string
  /**
   * How the end of the session is told from now on; the promise stands as long as it is being told. Until somebody says
   * how, an end that was heard waits.
   */
  tellEnd(how: () => Promise<void>): void
}

export function connect(language: Language, session: string): Connection {
  const net = createNet()
  let tellEnd: Connection['tellEnd'] = () => {}
  const ended = new Promise<() => Promise<void>>(resolve => {
    tellEnd = resolve
  })
  const client = createClient({
    base: '/api',
    // Fixed for the life of the page: what one person reported is never sent in another's name.
    token: () => session,
    language: () => language,
    onUnauthenticated: async () => (await ended)(),
    signInRefusals: ['auth.initialPassword', 'auth.secondFactorDemanded'],
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
  return { client, net, session, tellEnd }
}

/** Asks the server who is signed in, and remembers the answer for this session. */
export async function askWho({ client, session }: Connection): Promise<Profile> {
  const { user } = await client.call('GET /getInfo')
  storeProfile(user, session)
  return user
}
