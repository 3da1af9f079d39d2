import { storageKeys } from '@timbermark/contract'
import { readLocal, writeLocal } from '../storage.ts'

export const h5UserType = 2
/** Read by the phone page and the trace page, which share the storage of this site. */
export const userTypeKey = 'user-type'

/** The token of this page: undefined until there is one, null once it is cleared. */
let pinnedToken: string | null | undefined

/**
 * The token that this page uses. It is fixed as soon as there is one: a page that shows one user's name and rows must
 * not act as another user who has signed in in another tab.
 */
export function pageToken(): string | null {
  if (pinnedToken === undefined) pinnedToken = readLocal(storageKeys.token) ?? undefined
  return pinnedToken ?? null
}

export function storeToken(token: string): void {
  pinnedToken = token
  writeLocal(storageKeys.token, token)
}

/** Whether another user, or the same one again, has signed in in another tab. */
export function isSessionReplaced(): boolean {
  const stored = readLocal(storageKeys.token)
  return stored !== null && stored !== pageToken()
}

/** Clears the session of this page, but not one that has replaced it. */
export function clearToken(): void {
  if (!isSessionReplaced()) {
    writeLocal(storageKeys.token, null)
    writeLocal(userTypeKey, null)
  }
  pinnedToken = null
}

/** Calls the listener when another tab has signed out, or signed in again, while this page has a session. */
export function onSessionReplaced(listener: () => void): void {
  const check = () => {
    if (pinnedToken && readLocal(storageKeys.token) !== pinnedToken) listener()
  }
  addEventListener('storage', ({ key }) => {
    if (key === storageKeys.token || key === null) check()
  })
  // A page restored from the back/forward cache has missed storage events.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check()
  })
}

/** The last known user type; null when there is none. */
export function rememberedUserType(): number | null {
  const remembered = readLocal(userTypeKey)
  return remembered === null ? null : Number(remembered)
}
