import type { Report } from '@timbermark/contract/stage-calls'
import { invalid } from '../../../platform/refusal.ts'

/** How far a phone's clock may be ahead of the server's where nothing is known of it, and its time zone wrong. */
const clockLeadMs = 24 * 3600 * 1000
/** A clock that is off by less is right. */
const clockRightMs = 5 * 60 * 1000

/** When what a report tells of happened, and what its phone's clock had to do with it. */
export interface ReportTimes {
  happenedAt: Date
  /** Present where the phone's clock was wrong: when the report was handed over, by that clock and as it is reckoned. */
  wrongClock?: {
    phoneAt: Date
    reckonedAt: Date
    /** The time as it was reported, where it lay ahead of the server's clock and was moved; else null. */
    claimedAt: Date | null
  }
}

/**
 * The times of a report. A phone that says what its clock showed may report whatever the clock showed: what is ahead of the
 * server's clock then is moved back by as much as the phone was ahead, and both times are kept.
 * @throws Refusal invalid with stage.timeAhead, when the time is ahead and nothing says that the phone's clock is wrong
 */
export function timesOf({ time, clock }: Pick<Report, 'time' | 'clock'>, recordedAt: Date): ReportTimes {
  const said = Date.parse(time)
  const latest = recordedAt.getTime()
  const phone = clock && Date.parse(clock.shown)
  // Nothing was handed over after it arrived.
  const reckoned = clock && Math.min(Date.parse(clock.reckoned), latest)
  const off = phone === undefined || reckoned === undefined ? 0 : phone - reckoned
  const wrong = Math.abs(off) > clockRightMs
  // A time that even the phone had still before it is nobody's wrong clock.
  const ahead = said > latest + (wrong ? clockRightMs : clockLeadMs)
  const explained = wrong && phone !== undefined && said <= phone + clockLeadMs
  if (ahead && !explained) throw invalid([{ field: 'time', error: 'stage.timeAhead' }])
  const happenedAt = new Date(ahead ? Math.min(said - off, latest) : said)
  if (!wrong) return { happenedAt }
  return {
    happenedAt,
    wrongClock: {
      phoneAt: new Date(phone!),
      reckonedAt: new Date(reckoned!),
      claimedAt: ahead ? new Date(said) : null,
    },
  }
}
