import type { HeadAge } from './proven.ts'

const dayMs = 86_400_000

/**
 * Compares the signed time of a head with the reader's clock. The server's clock proves nothing; it only helps to tell a wrong
 * clock of the reader from a log that has stalled.
 * @param time when the head was signed, `now` the reader's clock, `serverNow` the server's, all milliseconds since 1970
 */
export function judgeHeadAge(time: number | null, now: number, serverNow: number): HeadAge {
  if (time === null) return 'unknown'
  if (Math.abs(now - time) <= dayMs) return 'fresh'
  return Math.abs(now - serverNow) > dayMs ? 'clock' : 'old'
}
