/** Contradictions that no reason can explain: the report is refused. */
export const hardRules = [
  'smallEndWider',
  'measureMissing',
  'measureBelow',
  'measureAbove',
  'measuredVolume',
  'logVolumeImpossible',
  'outputAboveInput',
  'residuesAboveInput',
  'dateFuture',
  'speciesReplaced',
  'speciesContradicted',
  'citesPermitMissing',
  'citesPermitUndated',
  'citesPermitInvalid',
  'paperQuantityMissing',
  'paperSpecies',
] as const

/** Unlikely but possible: the reporter is asked once, and the answer is stored with the record as a flag. */
export const softRules = [
  'logVolume',
  'speciesChanged',
  'datePlanned',
  'happenedLater',
  'madeBeforeBought',
  'pieceSize',
  'pieceVolume',
  'speciesOther',
  'yieldUnusual',
  'volumeAboveEarlier',
  'piecesAboveMade',
  'beforeEarlierStage',
  'afterLaterStage',
  'tooFast',
  'outsideCountry',
  'atSea',
  'outsidePlot',
  'paperExpired',
  'paperTooEarly',
  'paperOverdrawn',
  'paperElsewhere',
  'recalled',
  'citesPermitAsked',
  'citesPermitUnlimited',
] as const

export type SoftRule = (typeof softRules)[number]
export type RuleKey = SoftRule | (typeof hardRules)[number]
