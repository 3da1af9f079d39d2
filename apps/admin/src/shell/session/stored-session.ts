import { storageKeys } from '@timbermark/contract'
import { readLocal, writeLocal } from '../storage.ts'

export const h5UserType = 2
/** Told to the phone page and the trace page, which share the storage of this site. */
export const userTypeKey = 'user-type'

/** The token of this page: undefined until there is one, null once it is forgotten. */
let pinnedToken: string | null | undefined

/**
 * The token that this page works under. It is fixed as soon as there is one: a page that shows one person's name and rows
 * must not act as another who has signed in beside it.
 */
export function pageToken(): string | null {
  if (pinnedToken === undefined) pinnedToken = readLocal(storageKeys.token) ?? undefined
  return pinnedToken ?? null
}

export function storeToken(token: string): void {
  pinnedToken = token
  writeLocal(storageKeys.token, token)
}

/** Whether somebody else, or the same person anew, has signed in beside this page. */
export function isSessionReplaced(): boolean {
  const stored = readLocal(storageKeys.token)
  return stored !== null && stored !== pageToken()
}

/** Forgets the session of this page; that of whoever has signed in beside it is theirs. */
export function clearToken(): void {
  if (!isSessionReplaced()) {
    writeLocal(storageKeys.token, null)
    writeLocal(userTypeKey, null)
  }
  pinnedToken = null
}

/** Tells when another tab has signed out, or signed in anew, while this page has a session. */
export function onSessionReplaced(listener: () => void): void {
  const check = () => {
    if (pinnedToken && readLocal(storageKeys.token) !== pinnedToken) listener()
  }
  addEventListener('storage', ({ key }) => {
    if (key === storageKeys.token || key === null) check()
  })
  // A page that was kept whole while another stood in its tab has heard of nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check()
  })
}

/** The user type as last heard of; null when nobody is known. */
export function rememberedUserType(): number | null {
  const remembered = readLocal(userTypeKey)
  return remembered === null ? null : Number(remembered)
}
