import type { WireCode } from '../../wire/wire-code.ts'
import type { RuleKey } from './keys.ts'

/** Contradictions in a report: one refusal per rule. */
export const plausibleErrors = {
  'plausible.smallEndWider': 500,
  /** A measure that the named rule needs, or one outside of the range that it is made for. */
  'plausible.measureMissing': 500,
  'plausible.measureBelow': 500,
  'plausible.measureAbove': 500,
  /** A volume that contradicts the rule it names and its measures. */
  'plausible.measuredVolume': 500,
  'plausible.logVolumeImpossible': 500,
  'plausible.outputAboveInput': 500,
  /** Output and residues together are more than the input. */
  'plausible.residuesAboveInput': 500,
  'plausible.dateFuture': 500,
  /** Another species comes out than goes in, or is reported than the goods are of; both by their Latin names. */
  'plausible.speciesReplaced': 500,
  'plausible.speciesContradicted': 500,
  'plausible.logVolume': 500,
  'plausible.speciesChanged': 500,
  'plausible.datePlanned': 500,
  'plausible.happenedLater': 500,
  'plausible.madeBeforeBought': 500,
  'plausible.pieceSize': 500,
  'plausible.pieceVolume': 500,
  'plausible.speciesOther': 500,
  'plausible.yieldUnusual': 500,
  'plausible.volumeAboveEarlier': 500,
  'plausible.piecesAboveMade': 500,
  'plausible.beforeEarlierStage': 500,
  'plausible.afterLaterStage': 500,
  'plausible.tooFast': 500,
  'plausible.outsideCountry': 500,
  'plausible.atSea': 500,
  'plausible.outsidePlot': 500,
  'plausible.paperExpired': 500,
  'plausible.paperTooEarly': 500,
  /** Reports of a stage draw more wood on a paper than it covers. */
  'plausible.paperOverdrawn': 500,
  /** A paper covers a quantity, and the report does not say how much of it is used. */
  'plausible.paperQuantityMissing': 500,
  /** A paper names other species than the report. */
  'plausible.paperSpecies': 500,
  /** One permit is used in two places at once. */
  'plausible.paperElsewhere': 500,
  'plausible.recalled': 500,
  'plausible.citesPermitMissing': 500,
  'plausible.citesPermitAsked': 500,
  'plausible.citesPermitUnlimited': 500,
  'plausible.citesPermitUndated': 500,
  'plausible.citesPermitInvalid': 500,
} as const satisfies Record<`plausible.${RuleKey}`, WireCode>
