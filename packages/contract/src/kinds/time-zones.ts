/** Names only: an offset such as `+08:00` has the opposite sign in PostgreSQL, and no summer time. */
const namePattern = /^[A-Za-z][A-Za-z0-9_+/-]*$/

/** Whether a value is the name of a time zone in the IANA database, whatever its case. */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || !namePattern.test(value)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
