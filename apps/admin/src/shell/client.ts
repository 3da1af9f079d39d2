import { type Client, createClient } from '@timbermark/client'
import { ownToken } from './session/stored-session.ts'
import { storedLanguage } from './language.ts'

let ended: () => unknown = () => {}

/** Says what happens when the server answers that the session is over; the dialog of the shell. */
export function onSessionEnd(handler: () => unknown): void {
  ended = handler
}

/** The one connection to the server. */
export const client: Client = createClient({
  token: ownToken,
  language: storedLanguage,
  onUnauthenticated: () => ended(),
})

export function useClient(): Client {
  return client
}
