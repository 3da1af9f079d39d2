import type { SafeStorage } from './storage.ts'

/** Storage keys of the session of the back office and the reporting page (specification section 4). */
const tokenKey = 'admin-token'
const typeKey = 'user-type'
const reportingUser = '2'

/**
 * Signs out a reporting user (type 2) who opens the public page; they stay on it (specification, route guard). The server ends
 * the session too; the page does not depend on whether that call arrives.
 */
export function signOutReportingUser(local: SafeStorage, send: (token: string) => void): boolean {
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
