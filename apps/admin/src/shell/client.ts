import { type Client, createClient } from '@timbermark/client'
import { pageToken } from './session/stored-session.ts'
import { storedLanguage } from './language.ts'

let sessionEndHandler: () => unknown = () => {}

/** Sets what happens when the server answers that the session is over. */
export function onSessionEnd(handler: () => unknown): void {
  sessionEndHandler = handler
}

/** The client of the API. */
export const client: Client = createClient({
  token: pageToken,
  language: storedLanguage,
  onUnauthenticated: () => sessionEndHandler(),
})

export function useClient(): Client {
  return client
}
