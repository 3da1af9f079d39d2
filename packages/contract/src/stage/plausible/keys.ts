/** Contradictions that no reason mends: the report is refused. */
export const hardRules = ['smallEndWider', 'logVolumeImpossible', 'outputAboveInput', 'dateFuture'] as const

/** What is seldom true, but can be: the reporter is asked once, and the answer stays with the record as a flag. */
export const softRules = [
  'logVolume',
  'speciesChanged',
  'datePlanned',
  'happenedLater',
  'madeBeforeBought',
  'pieceSize',
  'pieceVolume',
  'speciesOther',
  'volumeAboveEarlier',
  'piecesAboveMade',
  'beforeEarlierStage',
  'afterLaterStage',
  'tooFast',
  'outsideCountry',
  'paperExpired',
  'paperTooEarly',
  'recalled',
] as const

export type SoftRule = (typeof softRules)[number]
export type RuleKey = SoftRule | (typeof hardRules)[number]
