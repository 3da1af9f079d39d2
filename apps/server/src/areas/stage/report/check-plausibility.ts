import type { Flag, GoodsFacts } from '@timbermark/contract/plausible'
import { checkPlausibility } from './plausibility.ts'
import type { ReportContext } from '../report-context.ts'
import type { UsedTemplate } from './checks.ts'
import { computeReportTimes } from './clock.ts'

/** Rules that become errors when a template refuses documents outside their validity period. */
const expiryRules = ['paperExpired', 'paperTooEarly']
/** Rules that are errors unless a template lets reporters answer: a paper is used for more than it is for. */
const overuseRules = ['paperOverdrawn', 'paperElsewhere']

interface Reported {
  template: Pick<UsedTemplate, 'expiredPapers' | 'overdrawnPapers'>
  values: Record<string, unknown>
  /** Number of reported codes. */
  count: number
  /** Loads the stored facts about the goods. */
  loadKnown: () => Promise<GoodsFacts>
}

/**
 * Checks the plausibility of a report or of a correction.
 * @returns the unlikely values that the reporter confirmed
 * @throws Refusal invalid, stage.unconfirmed
 */
export function checkReportPlausibility(
  { stage, body, recordedAt }: ReportContext,
  { template, values, count, loadKnown }: Reported,
): Promise<Flag[]> {
  const { longitude, latitude, confirmed } = body
  const at = computeReportTimes(body, recordedAt).happenedAt.getTime()
  const reported = { stage, values, codes: count, at, now: recordedAt.getTime() }
  const refused = [
    ...(template.expiredPapers === 'refuse' ? expiryRules : []),
    ...(template.overdrawnPapers === 'refuse' ? overuseRules : []),
  ]
  return checkPlausibility({ reported, longitude, latitude, confirmed, refused }, loadKnown)
}
