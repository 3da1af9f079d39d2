import { firstYear } from '@timbermark/contract'
import type { Report } from '@timbermark/contract/stage-calls'
import { invalid } from '../../../platform/refusal.ts'

/** How far ahead of the server's clock a time may be when the phone's clock is unknown; covers a wrong time zone. */
const maxClockLeadMs = 24 * 3600 * 1000
/** A clock with a smaller deviation counts as right. */
const clockToleranceMs = 5 * 60 * 1000

/** When the reported event happened, and the clock correction, if any. */
export interface ReportTimes {
  happenedAt: Date
  /** Present when the phone's clock was wrong: the time of sending by that clock, and as computed without its error. */
  wrongClock?: {
    phoneAt: Date
    reckonedAt: Date
    /** The reported time, when it was ahead of the server's clock and was corrected; else null. */
    claimedAt: Date | null
  }
}

/**
 * Computes the times of a report. A phone that reports the state of its clock may send a future time: the time is moved back
 * by the lead of the phone's clock, and both times are stored.
 * @throws Refusal invalid with stage.timeAhead when the time is in the future and a wrong phone clock does not explain it,
 * with notDate when it lies before any that the trade has
 */
export function computeReportTimes({ time, clock }: Pick<Report, 'time' | 'clock'>, recordedAt: Date): ReportTimes {
  const claimedMs = Date.parse(time)
  const latest = recordedAt.getTime()
  const phoneMs = clock && Date.parse(clock.shown)
  // A report cannot be sent after it arrived.
  const reckonedMs = clock && Math.min(Date.parse(clock.reckoned), latest)
  const leadMs = phoneMs === undefined || reckonedMs === undefined ? 0 : phoneMs - reckonedMs
  const isWrong = Math.abs(leadMs) > clockToleranceMs
  // A wrong clock does not explain a time that is in the future even by that clock.
  const isAhead = claimedMs > latest + (isWrong ? clockToleranceMs : maxClockLeadMs)
  const isExplained = isWrong && phoneMs !== undefined && claimedMs <= phoneMs + maxClockLeadMs
  if (isAhead && !isExplained) throw invalid([{ field: 'time', error: 'stage.timeAhead' }])
  const happenedAt = new Date(isAhead ? Math.min(claimedMs - leadMs, latest) : claimedMs)
  if (happenedAt.getUTCFullYear() < firstYear)
    throw invalid([{ field: 'time', error: 'notDate', params: { said: 'year', value: time } }])
  if (!isWrong) return { happenedAt }
  return {
    happenedAt,
    wrongClock: {
      phoneAt: new Date(phoneMs!),
      reckonedAt: new Date(reckonedMs!),
      claimedAt: isAhead ? new Date(claimedMs) : null,
    },
  }
}
