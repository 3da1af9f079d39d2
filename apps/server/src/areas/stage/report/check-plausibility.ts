import type { Flag } from '@timbermark/contract/plausible'
import type { Goods } from './known-goods.ts'
import { checkPlausibility } from './plausibility.ts'
import type { ReportContext } from '../report-context.ts'
import type { UsedTemplate } from './checks.ts'
import { computeReportTimes } from './clock.ts'

/** Rules that become errors when a template refuses documents outside their validity period. */
const expiryRules = ['paperExpired', 'paperTooEarly']

interface Reported {
  template: Pick<UsedTemplate, 'expiredPapers'>
  values: Record<string, unknown>
  /** Number of reported codes. */
  count: number
  goods: Omit<Goods, 'tenantId' | 'siblingValues'>
}

/**
 * Checks the plausibility of a report or of a correction.
 * @returns the unlikely values that the reporter confirmed
 * @throws Refusal invalid, stage.unconfirmed
 */
export function checkReportPlausibility(
  { db, actor, stage, body, recordedAt, siblingRows: siblings = [] }: ReportContext,
  { template, values, count, goods }: Reported,
): Promise<Flag[]> {
  const { longitude, latitude, confirmed } = body
  const at = computeReportTimes(body, recordedAt).happenedAt.getTime()
  const reported = { stage, values, codes: count, at, now: recordedAt.getTime() }
  const requestIds = [...new Set(goods.requestIds)]
  const siblingValues = siblings.flatMap(({ batch, values }) => (batch.id === goods.batchId ? [values] : []))
  return checkPlausibility(
    db,
    { ...goods, requestIds, siblingValues, tenantId: actor.tenantId },
    { reported, longitude, latitude, confirmed, refused: template.expiredPapers === 'refuse' ? expiryRules : [] },
  )
}
