import type { Profile } from '../report/wire.ts'

const tokenKey = 'admin-token'
const typeKey = 'user-type'
const profileKey = 'h5-profile'

export function token(): string | null {
  return localStorage.getItem(tokenKey)
}

/** Identifies a session without a second copy of the token (FNV-1a, 32 bits). */
export function sessionFingerprint(session: string): string {
  let hash = 0x811c9dc5
  for (const character of session) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return (hash >>> 0).toString(36)
}

/**
 * The signed-in person as the server last described them, stored so that the page opens without a network. Null when the
 * profile belongs to another session, which may be another person's.
 */
export function readStoredProfile(session: string): Profile | null {
  try {
    const stored = JSON.parse(localStorage.getItem(profileKey) ?? 'null') as { mark: string; profile: Profile } | null
    return stored?.mark === sessionFingerprint(session) ? stored.profile : null
  } catch {
    return null
  }
}

export function storeProfile(profile: Profile, session: string): void {
  localStorage.setItem(profileKey, JSON.stringify({ mark: sessionFingerprint(session), profile }))
  localStorage.setItem(typeKey, String(profile.userType ?? ''))
}

/** Removes the session. Reports on the phone stay, for the person they belong to. */
export function clearSession(): void {
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(typeKey)
  localStorage.removeItem(profileKey)
}

/** The address of the sign-in page, which returns to the current page. */
export function signInAddress(here: string = location.pathname + location.search): string {
  return `/login?redirect=${encodeURIComponent(here)}`
}

/** Goes to the sign-in page. The token is removed, or the sign-in page would redirect straight back. */
export function goToSignIn(): void {
  const address = signInAddress()
  localStorage.removeItem(tokenKey)
  location.assign(address)
}

/** Reloads the page when another tab signs out or signs in as somebody else. */
export function watchSession(session: string): void {
  window.addEventListener('storage', event => {
    if (event.key === tokenKey && event.newValue !== session) location.reload()
  })
}
