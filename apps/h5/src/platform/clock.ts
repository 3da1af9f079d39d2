/**
 * The time as it is, on a phone whose clock may be wrong by hours or years: reckoned from the server's time when it was last
 * heard from.
 */

const key = 'h5-clock'

/** Both clocks at the moment of the server's last answer (milliseconds since 1970). */
export interface ServerContact {
  server: number
  phone: number
}

/** A clock that is off by less is right: the server says its time to the second, and answers take a while. */
export const clockTolerance = 5 * 60_000

/**
 * The time when the phone's clock shows `shown`. A clock that was set back since the last answer says nothing any more; it is
 * at least as late as that answer then.
 */
export function estimateTime(shown: number, contact: ServerContact | null): number {
  if (!contact) return shown
  return Math.max(contact.server, shown + contact.server - contact.phone)
}

/** How far the phone's clock is ahead (negative: behind); 0 when it is right. */
export function clockOffset(shown: number, contact: ServerContact | null): number {
  const off = shown - estimateTime(shown, contact)
  return Math.abs(off) > clockTolerance ? off : 0
}

let known: ServerContact | null | undefined
const listeners = new Set<() => void>()

function lastContact(): ServerContact | null {
  if (known !== undefined) return known
  try {
    known = JSON.parse(localStorage.getItem(key) ?? 'null') as ServerContact | null
  } catch {
    known = null
  }
  return known
}

/** Notes the server's time from the `Date` of its answer (RFC 9110, 6.6.1). */
export function recordServerTime(date: string | null, phone = Date.now()): void {
  const server = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(server)) return
  const before = clockError()
  known = { server, phone }
  try {
    localStorage.setItem(key, JSON.stringify(known))
  } catch {
    // A full store costs only what is known after the page was closed.
  }
  if (Math.abs(before - clockError()) > clockTolerance) for (const listener of listeners) listener()
}

/** The time as it is, as far as this phone knows. */
export const timeNow = (): number => estimateTime(Date.now(), lastContact())

/** How far the phone's clock is ahead (negative: behind) in milliseconds, to the minute; 0 when it is right. */
export const clockError = (): number => Math.round(clockOffset(Date.now(), lastContact()) / 60_000) * 60_000

/** Both times of this moment, for a report that is handed over now. */
export function submissionTimes(): { shown: string; reckoned: string } {
  const shown = Date.now()
  return { shown: new Date(shown).toISOString(), reckoned: new Date(estimateTime(shown, lastContact())).toISOString() }
}

export function subscribeClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
