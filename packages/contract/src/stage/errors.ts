import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about stage reports and authorizations. */
export const stageErrors = {
  'stage.notAuthorized': 403,
  /** The enterprise shows no form of the stage any more. */
  'stage.hidden': 500,
  'stage.alreadyAuthorized': 500,
  'stage.noCodes': 500,
  'stage.tooManyCodes': 500,
  'stage.duplicateCode': 500,
  'stage.alreadyLinked': 500,
  'stage.foreignCode': 500,
  'stage.levelTooHigh': 500,
  /** A stage before the one that the codes of a request begin with. */
  'stage.notOpen': 500,
  'stage.parentLevel': 500,
  'stage.cycle': 500,
  /** A stage that is no packing names a parent that the codes are not in: it has to be said that they go into it. */
  'stage.linkUnconfirmed': 500,
  'stage.notCertified': 500,
  /** The goods are called back, and nothing more is to be reported of them. */
  'stage.recalled': 500,
  'stage.batchMixed': 500,
  'stage.batchInactive': 500,
  'stage.documentMissing': 500,
  'stage.codesRefused': 500,
  'stage.timeAhead': 500,
  /** A range that its request does not have. */
  'stage.noSuchRange': 500,
  /** A record that has been corrected or voided since. */
  'stage.notCurrent': 500,
  /** Net weight above gross weight. */
  'stage.above': 500,
  /** Departure after arrival. */
  'stage.after': 500,
  /** The reporter has to say why something unlikely is true; the issues are the questions. */
  'stage.unconfirmed': 500,
  /** A row's volume is not what its diameters and length make. */
  'stage.volumeByRule': 500,
  'stage.noTable': 500,
} as const satisfies Record<string, WireCode>
