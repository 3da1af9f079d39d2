import type { Client, Translate } from '@timbermark/client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Outbox } from '../outbox/outbox.ts'
import type { AnswerCache } from '../platform/answer-cache.ts'
import type { Connectivity } from '../platform/connectivity.ts'
import type { Profile } from '../report/wire.ts'

export type Tone = 'plain' | 'good' | 'bad'

/** Services that every page can use. */
export interface App {
  t: Translate
  client: Client
  cache: AnswerCache
  net: Connectivity
  outbox: Outbox
  profile: Profile
  /** Loads the pages that are used in the field, so that they open without a network. */
  loadPages: () => Promise<unknown>
  /** Shows a line of text for a while. */
  showToast: (text: string, tone?: Tone) => void
  /** Hides that line when it is no longer true. */
  hideToast: (text: string) => void
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App & { online: boolean } {
  const app = useContext(AppContext)
  if (!app) throw new Error('useApp is used outside of AppContext')
  const online = useSyncExternalStore(app.net.subscribe, app.net.online)
  return { ...app, online }
}

/** The reports of this person on this phone. */
export function useOutbox() {
  const { outbox } = useApp()
  return useSyncExternalStore(outbox.subscribe, outbox.snapshot)
}
