/** Plausibility checks: do numbers, days and places of a report fit each other and the recorded facts? */
import { isOneOf } from '../../one-of.ts'
import type { Issue } from '../../errors.ts'
import {
  citesPermitAsked,
  citesPermitInvalid,
  citesPermitMissing,
  citesPermitUndated,
  citesPermitUnlimited,
} from './cites.ts'
import { dateFuture, datePlanned, happenedLater, madeBeforeBought } from './days.ts'
import { outputAboveInput, pieceSize, pieceVolume, residuesAboveInput, speciesChanged } from './goods.ts'
import { hardRules, type RuleKey, type SoftRule, softRules } from './keys.ts'
import {
  afterLaterStage,
  atSea,
  beforeEarlierStage,
  type ReportCase,
  outsideCountry,
  outsidePlot,
  piecesAboveMade,
  recalled,
  tooFast,
  volumeAboveEarlier,
} from './known.ts'
import { logVolume, logVolumeImpossible, smallEndWider } from './logs.ts'
import { measureAbove, measureBelow, measuredVolume, measureMissing } from './measured.ts'
import { paperElsewhere, paperExpired, paperOverdrawn, paperQuantityMissing, paperTooEarly } from './papers.ts'
import { paperSpecies, speciesContradicted, speciesOther, speciesReplaced } from './species.ts'
import { yieldUnusual } from './yield.ts'
import type { RuleResult, Rule, ReportFacts } from './rule.ts'

export { type GoodsFacts, type PlotFacts, type ReportCase, totalKey, type YieldBand } from './known.ts'
export type { Point } from '../../kinds/distance.ts'
export { sumsFor } from './flow.ts'
export { hardRules, type RuleKey, type SoftRule, softRules } from './keys.ts'
export { drawnByReport, type PaperFacts, type PaperQuantity } from './papers.ts'
export type { ReportFacts } from './rule.ts'
export { firstYieldBand, learnedYieldBand, speciesOut, yieldHistory } from './yield.ts'

/** Rules within one report: the phone checks them too, offline. */
export const rulesWithin = {
  smallEndWider,
  measureMissing,
  measureBelow,
  measureAbove,
  measuredVolume,
  logVolumeImpossible,
  outputAboveInput,
  residuesAboveInput,
  dateFuture,
  logVolume,
  speciesChanged,
  datePlanned,
  happenedLater,
  madeBeforeBought,
  pieceSize,
  pieceVolume,
} as const satisfies Partial<Record<RuleKey, Rule<ReportFacts>>>

/** Rules against recorded facts: only on the server. */
export const rulesAgainst = {
  speciesReplaced,
  speciesContradicted,
  speciesOther,
  yieldUnusual,
  volumeAboveEarlier,
  piecesAboveMade,
  beforeEarlierStage,
  afterLaterStage,
  tooFast,
  outsideCountry,
  atSea,
  outsidePlot,
  paperExpired,
  paperTooEarly,
  paperSpecies,
  paperQuantityMissing,
  paperOverdrawn,
  paperElsewhere,
  recalled,
  citesPermitMissing,
  citesPermitAsked,
  citesPermitUndated,
  citesPermitInvalid,
  citesPermitUnlimited,
} as const satisfies Record<Exclude<RuleKey, keyof typeof rulesWithin>, Rule<ReportCase>>

/** Result of a rule: the report is refused (`hard`), or the reporter is asked. */
export interface Finding extends RuleResult {
  rule: RuleKey
  hard: boolean
}

function applyRules<Facts>(rules: Readonly<Record<string, Rule<Facts>>>, facts: Facts): Finding[] {
  return Object.entries(rules).flatMap(([rule, { judge }]) => {
    const result = judge(facts)
    const hard = isOneOf(hardRules, rule)
    return result ? [{ rule: rule as RuleKey, hard, ...result }] : []
  })
}

/** Contradictions within a report. */
export const checkWithinReport = (report: ReportFacts): Finding[] => applyRules(rulesWithin, report)

/** Contradictions between a report and the recorded facts about its goods. */
export const checkAgainstRecords = (facts: ReportCase): Finding[] => applyRules(rulesAgainst, facts)

/** Members of a report's body outside of `values`. */
const envelopeFields: readonly string[] = ['time', 'longitude', 'documentCode', 'codes']

/** A finding as an issue of the report's body. */
export function findingIssue({ rule, field, params }: Finding): Issue {
  return { field: envelopeFields.includes(field) ? field : `values.${field}`, error: `plausible.${rule}`, params }
}

/** The rule that an issue asks about; undefined when the issue is a refusal. */
export function questionRule({ error }: Pick<Issue, 'error'>): SoftRule | undefined {
  return softRules.find(rule => error === `plausible.${rule}`)
}

/** A question that the reporter answered: the finding and the reason. */
export interface Flag {
  rule: SoftRule
  /** Path of the field in the report. */
  field: string
  params: Record<string, string | number>
  reason: string
}
