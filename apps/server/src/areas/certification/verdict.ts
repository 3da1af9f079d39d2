import { invalid } from '../../platform/refusal.ts'

/** A day begins up to fourteen hours earlier elsewhere. */
const dayLeadMs = 14 * 3600 * 1000

/** What of a review can be said without looking at its codes. @throws Refusal invalid */
export function checkJudged(
  { result, reason, judgedOn }: { result: 'pass' | 'fail'; reason?: string | null | undefined; judgedOn: string },
  recordedAt: Date,
): void {
  if (result === 'fail' && !reason) throw invalid([{ field: 'reason', error: 'required' }])
  if (new Date(`${judgedOn}T00:00:00Z`).getTime() > recordedAt.getTime() + dayLeadMs)
    throw invalid([{ field: 'judgedOn', error: 'inFuture' }])
}
