import type { Flag } from '@timbermark/contract/plausible'
import type { Goods } from './known-goods.ts'
import { judgePlausibility } from './plausibility.ts'
import type { ReportContext } from '../report-context.ts'
import type { UsedTemplate } from './checks.ts'
import { timesOf } from './clock.ts'

/** What a template refuses that takes no paper out of date. */
const outOfDate = ['paperExpired', 'paperTooEarly']

interface Reported {
  template: Pick<UsedTemplate, 'expiredPapers'>
  values: Record<string, unknown>
  /** How many codes it is about. */
  count: number
  goods: Omit<Goods, 'tenantId' | 'together'>
}

/** What is unlikely about a report, or about a version that corrects one, and was confirmed. @throws Refusal invalid, stage.unconfirmed */
export function judgeReport(
  { db, actor, stage, body, recordedAt, siblingRows: beside = [] }: ReportContext,
  { template, values, count, goods }: Reported,
): Promise<Flag[]> {
  const { longitude, latitude, confirmed } = body
  const at = timesOf(body, recordedAt).happenedAt.getTime()
  const told = { stage, values, codes: count, at, now: recordedAt.getTime() }
  const requestIds = [...new Set(goods.requestIds)]
  const together = beside.flatMap(({ batch, values }) => (batch.id === goods.batchId ? [values] : []))
  return judgePlausibility(
    db,
    { ...goods, requestIds, together, tenantId: actor.tenantId },
    { told, longitude, latitude, confirmed, refused: template.expiredPapers === 'refuse' ? outOfDate : [] },
  )
}
