import { type Client, createClient } from '@timbermark/client'
import { pageToken } from './session/stored-session.ts'
import { storedLanguage } from './language.ts'

let sessionEndHandler: () => unknown = () => {}

/** Says what happens when the server answers that the session is over; the dialog of the shell. */
export function onSessionEnd(handler: () => unknown): void {
  sessionEndHandler = handler
}

/** The one connection to the server. */
export const client: Client = createClient({
  token: pageToken,
  language: storedLanguage,
  onUnauthenticated: () => sessionEndHandler(),
})

export function useClient(): Client {
  return client
}
