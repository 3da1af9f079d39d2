import type { Memory } from './storage.ts'

/** Where the back office and the reporting page keep the session (specification section 4). */
const tokenKey = 'admin-token'
const typeKey = 'user-type'
const reportingUser = '2'

/**
 * A reporting user (type 2) who opens the public page is signed out and stays on it (specification, route guard). The
 * session is ended on the server as well; whether that call arrives does not matter to the page.
 */
export function signOutReporter(local: Memory, send: (token: string) => void): boolean {
  if (local.get(typeKey) !== reportingUser) return false
  const token = local.get(tokenKey)
  local.remove(tokenKey)
  local.remove(typeKey)
  if (token) send(token)
  return true
}

export function endSession(token: string): void {
  fetch('/api/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, keepalive: true }).catch(
    () => undefined,
  )
}
