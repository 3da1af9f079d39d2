import type { Client, Translate } from '@timbermark/client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Outbox } from '../outbox/outbox.ts'
import type { AnswerCache } from '../platform/answer-cache.ts'
import type { Net } from '../platform/net.ts'
import type { Profile } from '../report/wire.ts'

export type Tone = 'plain' | 'good' | 'bad'

/** What every page has at hand. */
export interface App {
  t: Translate
  client: Client
  cache: AnswerCache
  net: Net
  outbox: Outbox
  profile: Profile
  /** Fetches the pages that are opened in the field, so that they are there without a network. */
  loadPages: () => Promise<unknown>
  /** Shows a line of text for a while. */
  showToast: (text: string, tone?: Tone) => void
  /** Takes that line away, once what it says is no longer so. */
  hideToast: (text: string) => void
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App & { online: boolean } {
  const app = useContext(AppContext)
  if (!app) throw new Error('useApp outside of the application')
  const online = useSyncExternalStore(app.net.subscribe, app.net.online)
  return { ...app, online }
}

/** The reports of this person on this phone. */
export function useOutbox() {
  const { outbox } = useApp()
  return useSyncExternalStore(outbox.subscribe, outbox.snapshot)
}
