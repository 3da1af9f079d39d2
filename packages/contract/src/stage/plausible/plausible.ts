/** Do the numbers, days and places of a report fit each other, and what is known of its goods? */
import type { Issue } from '../../errors.ts'
import { dateFuture, datePlanned, happenedLater, madeBeforeBought } from './days.ts'
import { outputAboveInput, pieceSize, pieceVolume, speciesChanged } from './goods.ts'
import { hardRules, type RuleKey, type SoftRule, softRules } from './keys.ts'
import {
  afterLaterStage,
  beforeEarlierStage,
  type ReportCase,
  outsideCountry,
  piecesAboveMade,
  recalled,
  speciesOther,
  tooFast,
  volumeAboveEarlier,
} from './known.ts'
import { logVolume, logVolumeImpossible, smallEndWider } from './logs.ts'
import { paperExpired, paperTooEarly } from './papers.ts'
import type { RuleResult, Rule, ReportFacts } from './rule.ts'

export { type GoodsFacts, type ReportCase, totalKey } from './known.ts'
export type { Point } from '../../kinds/distance.ts'
export { sumsFor } from './flow.ts'
export { hardRules, type RuleKey, type SoftRule, softRules } from './keys.ts'
export type { PaperFacts } from './papers.ts'
export type { ReportFacts } from './rule.ts'

/** Rules within one report: the phone judges them too, without a network. */
export const rulesWithin = {
  smallEndWider,
  logVolumeImpossible,
  outputAboveInput,
  dateFuture,
  logVolume,
  speciesChanged,
  datePlanned,
  happenedLater,
  madeBeforeBought,
  pieceSize,
  pieceVolume,
} as const satisfies Partial<Record<RuleKey, Rule<ReportFacts>>>

/** Rules against what is on record: the server's alone. */
export const rulesAgainst = {
  speciesOther,
  volumeAboveEarlier,
  piecesAboveMade,
  beforeEarlierStage,
  afterLaterStage,
  tooFast,
  outsideCountry,
  paperExpired,
  paperTooEarly,
  recalled,
} as const satisfies Record<Exclude<RuleKey, keyof typeof rulesWithin>, Rule<ReportCase>>

/** What a rule says of a report: refused at once (`hard`), or asked about. */
export interface Finding extends RuleResult {
  rule: RuleKey
  hard: boolean
}

function applyRules<Facts>(rules: Readonly<Record<string, Rule<Facts>>>, facts: Facts): Finding[] {
  return Object.entries(rules).flatMap(([rule, { judge }]) => {
    const result = judge(facts)
    const hard = (hardRules as readonly string[]).includes(rule)
    return result ? [{ rule: rule as RuleKey, hard, ...result }] : []
  })
}

/** What contradicts itself in a report. */
export const checkWithinReport = (report: ReportFacts): Finding[] => applyRules(rulesWithin, report)

/** What of a report contradicts what is on record about its goods. */
export const checkAgainstRecords = (facts: ReportCase): Finding[] => applyRules(rulesAgainst, facts)

/** What of a report's body stands beside its values. */
const envelopeFields: readonly string[] = ['time', 'longitude', 'documentCode', 'codes']

/** A finding as an issue of the report's body. */
export function findingIssue({ rule, field, params }: Finding): Issue {
  return { field: envelopeFields.includes(field) ? field : `values.${field}`, error: `plausible.${rule}`, params }
}

/** The rule that an issue asks about; nothing when it is a refusal for good. */
export function questionRule({ error }: Pick<Issue, 'error'>): SoftRule | undefined {
  return softRules.find(rule => error === `plausible.${rule}`)
}

/** A question that the reporter answered: what was found, and why it is true all the same. */
export interface Flag {
  rule: SoftRule
  /** Path of the field in the report. */
  field: string
  params: Record<string, string | number>
  reason: string
}
