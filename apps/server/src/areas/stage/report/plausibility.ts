import {
  questionRule,
  type Finding,
  findingIssue,
  type Flag,
  checkAgainstRecords,
  checkWithinReport,
  type ReportFacts,
} from '@timbermark/contract/plausible'
import type { Db } from '../../../platform/database/database.ts'
import { assertValid, Refusal } from '../../../platform/refusal.ts'
import { type Goods, positionOf, readKnown } from './known-goods.ts'

/** What is judged: a report, or a version that corrects one. */
export interface Claim {
  told: ReportFacts
  longitude?: number | null | undefined
  latitude?: number | null | undefined
  /** Rules that the template does not let anybody answer. */
  refused?: readonly string[] | undefined
  /** Questions that the reporter answered. */
  confirmed?: readonly { rule: string; reason: string }[] | undefined
}

/**
 * Do the numbers, days and places of a report fit each other, and what is known of its goods?
 * @returns what is unlikely and was confirmed, to be kept with the record
 * @throws Refusal invalid for what cannot be; stage.unconfirmed with the questions that have no answer yet
 */
export async function judgePlausibility(db: Db, goods: Goods, claim: Claim): Promise<Flag[]> {
  const { told, longitude, latitude, refused = [], confirmed = [] } = claim
  const within = checkWithinReport(told)
  assertValid(within.filter(finding => finding.hard).map(findingIssue))
  const known = await readKnown(db, told.stage.key, goods)
  const findings = [
    ...within,
    ...checkAgainstRecords({ report: told, known, position: positionOf(longitude, latitude) }),
  ]
  assertValid(findings.filter(finding => refused.includes(finding.rule)).map(findingIssue))
  const reasons = new Map(confirmed.map(({ rule, reason }) => [rule, reason]))
  const open = findings.filter(finding => !reasons.has(finding.rule))
  if (open.length > 0) throw new Refusal('stage.unconfirmed', {}, { issues: open.map(findingIssue) })
  return findings.flatMap(finding => flagOf(finding, reasons.get(finding.rule)!) ?? [])
}

function flagOf(finding: Finding, reason: string): Flag | undefined {
  const { field, error, params = {} } = findingIssue(finding)
  const rule = questionRule({ error })
  return rule && { rule, field, params, reason }
}
