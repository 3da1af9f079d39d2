import type { Profile } from '../report/wire.ts'

const tokenKey = 'admin-token'
const typeKey = 'user-type'
const profileKey = 'h5-profile'

export function token(): string | null {
  return localStorage.getItem(tokenKey)
}

/** Tells sessions apart without keeping a second copy of the token (FNV-1a, 32 bits). */
export function sessionFingerprint(session: string): string {
  let hash = 0x811c9dc5
  for (const character of session) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return (hash >>> 0).toString(36)
}

/**
 * The signed-in person as last heard from the server, kept so that the page opens without a network. Null when it was
 * heard in another session, because that may have been another person.
 */
export function readStoredProfile(session: string): Profile | null {
  try {
    const kept = JSON.parse(localStorage.getItem(profileKey) ?? 'null') as { mark: string; profile: Profile } | null
    return kept?.mark === sessionFingerprint(session) ? kept.profile : null
  } catch {
    return null
  }
}

export function storeProfile(profile: Profile, session: string): void {
  localStorage.setItem(profileKey, JSON.stringify({ mark: sessionFingerprint(session), profile }))
  localStorage.setItem(typeKey, String(profile.userType ?? ''))
}

/** Forgets the session. Reports on the phone stay, for the person they belong to. */
export function clearSession(): void {
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(typeKey)
  localStorage.removeItem(profileKey)
}

/** The sign-in page, which comes back to where the person was. */
export function signInAddress(here: string = location.pathname + location.search): string {
  return `/login?redirect=${encodeURIComponent(here)}`
}

/** Leaves for the sign-in page. The token goes, so that the sign-in page does not send the person straight back. */
export function goToSignIn(): void {
  const address = signInAddress()
  localStorage.removeItem(tokenKey)
  location.assign(address)
}

/** Another tab signed out or signed in as somebody else: this page opens anew as whoever it is now. */
export function watchSession(session: string): void {
  window.addEventListener('storage', event => {
    if (event.key === tokenKey && event.newValue !== session) location.reload()
  })
}
