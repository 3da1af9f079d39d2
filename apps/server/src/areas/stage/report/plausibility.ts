import {
  questionRule,
  type Finding,
  findingIssue,
  type Flag,
  type GoodsFacts,
  checkAgainstRecords,
  checkWithinReport,
  type ReportFacts,
} from '@timbermark/contract/plausible'
import { assertValid, Refusal } from '../../../platform/refusal.ts'
import { positionOf } from './position-of.ts'

/** The report or correction to check. */
export interface PlausibilityInput {
  reported: ReportFacts
  longitude?: number | null | undefined
  latitude?: number | null | undefined
  /** Rules that the template turns into errors: a reason does not override them. */
  refused?: readonly string[] | undefined
  /** Questions that the reporter answered with a reason. */
  confirmed?: readonly { rule: string; reason: string }[] | undefined
}

/**
 * Checks whether the numbers, dates and positions of a report are consistent with each other and with the stored facts about
 * its goods.
 * @param loadKnown loads the stored facts, once the report is possible in itself
 * @returns the confirmed unlikely values, to be stored with the record
 * @throws Refusal invalid for impossible values; stage.unconfirmed with the questions that have no answer yet
 */
export async function checkPlausibility(
  claim: PlausibilityInput,
  loadKnown: () => Promise<GoodsFacts>,
): Promise<Flag[]> {
  const { reported, longitude, latitude, refused = [], confirmed = [] } = claim
  const inReport = checkWithinReport(reported)
  assertValid(inReport.filter(finding => finding.hard).map(findingIssue))
  const known = await loadKnown()
  const findings = [
    ...inReport,
    ...checkAgainstRecords({ report: reported, known, position: positionOf(longitude, latitude) }),
  ]
  assertValid(findings.filter(finding => finding.hard || refused.includes(finding.rule)).map(findingIssue))
  const reasons = new Map(confirmed.map(({ rule, reason }) => [rule, reason]))
  const unanswered = findings.filter(finding => !reasons.has(finding.rule))
  if (unanswered.length > 0) throw new Refusal('stage.unconfirmed', {}, { issues: unanswered.map(findingIssue) })
  return findings.flatMap(finding => toFlag(finding, reasons.get(finding.rule)!) ?? [])
}

function toFlag(finding: Finding, reason: string): Flag | undefined {
  const { field, error, params = {} } = findingIssue(finding)
  const rule = questionRule({ error })
  return rule && { rule, field, params, reason }
}
