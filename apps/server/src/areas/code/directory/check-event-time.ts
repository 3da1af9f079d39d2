import { firstYear } from '@timbermark/contract'
import { invalid } from '../../../platform/refusal.ts'

/** How far a phone's clock may be ahead of the server's; covers a wrong time zone. */
const maxClockLeadMs = 24 * 3600 * 1000

/** Rejects events in the future, and those before any that the trade has. @throws Refusal invalid */
export function checkEventTime(time: string, recordedAt: Date): void {
  if (new Date(time).getUTCFullYear() < firstYear)
    throw invalid([{ field: 'time', error: 'notDate', params: { said: 'year', value: time } }])
  if (new Date(time).getTime() > recordedAt.getTime() + maxClockLeadMs)
    throw invalid([{ field: 'time', error: 'stage.timeAhead' }])
}
