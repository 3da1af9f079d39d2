import { invalid } from '../../../platform/refusal.ts'

/** How far a phone's clock may be ahead of the server's, and its time zone wrong. */
const clockLeadMs = 24 * 3600 * 1000

/** Nobody reports what has not happened yet. @throws Refusal invalid */
export function checkHappened(time: string, recordedAt: Date): void {
  if (new Date(time).getTime() > recordedAt.getTime() + clockLeadMs)
    throw invalid([{ field: 'time', error: 'stage.timeAhead' }])
}
