/**
 * The true time on a phone whose clock may be wrong by hours or years: estimated from the time of the server's last
 * answer.
 */

const key = 'h5-clock'

/** Both clocks at the moment of the server's last answer (milliseconds since 1970). */
export interface ServerContact {
  server: number
  phone: number
}

/** A clock with a smaller offset counts as right: the server sends its time to the second, and answers take a while. */
export const clockTolerance = 5 * 60_000

/**
 * Estimates the true time when the phone's clock shows `phoneTime`. A clock that was set back since the last answer is
 * useless: then the time is at least that of the answer.
 */
export function estimateTime(phoneTime: number, contact: ServerContact | null): number {
  if (!contact) return phoneTime
  return Math.max(contact.server, phoneTime + contact.server - contact.phone)
}

/** How far the phone's clock is ahead (negative: behind); 0 when it is right. */
export function clockOffset(phoneTime: number, contact: ServerContact | null): number {
  const offset = phoneTime - estimateTime(phoneTime, contact)
  return Math.abs(offset) > clockTolerance ? offset : 0
}

let lastKnown: ServerContact | null | undefined
const listeners = new Set<() => void>()

function lastContact(): ServerContact | null {
  if (lastKnown !== undefined) return lastKnown
  try {
    lastKnown = JSON.parse(localStorage.getItem(key) ?? 'null') as ServerContact | null
  } catch {
    lastKnown = null
  }
  return lastKnown
}

/** Records the server's time from the `Date` header of an answer (RFC 9110, 6.6.1). */
export function recordServerTime(date: string | null, phone = Date.now()): void {
  const server = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(server)) return
  const before = clockError()
  lastKnown = { server, phone }
  try {
    localStorage.setItem(key, JSON.stringify(lastKnown))
  } catch {
    // If the store is full, the time is only unknown after the page is closed.
  }
  if (Math.abs(before - clockError()) > clockTolerance) for (const listener of listeners) listener()
}

/** The best estimate of the true time on this phone. */
export const timeNow = (): number => estimateTime(Date.now(), lastContact())

/** How far the phone's clock is ahead (negative: behind) in milliseconds, to the minute; 0 when it is right. */
export const clockError = (): number => Math.round(clockOffset(Date.now(), lastContact()) / 60_000) * 60_000

/** The phone's time and the estimated time of this moment, for a report that is submitted now. */
export function submissionTimes(): { shown: string; reckoned: string } {
  const phoneTime = Date.now()
  return {
    shown: new Date(phoneTime).toISOString(),
    reckoned: new Date(estimateTime(phoneTime, lastContact())).toISOString(),
  }
}

export function subscribeClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
