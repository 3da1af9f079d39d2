import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about stage reports and authorizations. */
export const stageErrors = {
  'stage.notAuthorized': 403,
  /** The enterprise no longer shows a form of the stage. */
  'stage.hidden': 500,
  'stage.alreadyAuthorized': 500,
  'stage.noCodes': 500,
  'stage.tooManyCodes': 500,
  /** A list of reports makes more records than one call has time for. */
  'stage.listRecords': 500,
  'stage.duplicateCode': 500,
  'stage.alreadyLinked': 500,
  'stage.foreignCode': 500,
  'stage.mistypedCode': 500,
  'stage.levelTooHigh': 500,
  /** A stage before the first open one of the codes' request. */
  'stage.notOpen': 500,
  'stage.parentLevel': 500,
  'stage.cycle': 500,
  /** A stage other than packing names a parent that the codes are not in: the report must say that it packs them. */
  'stage.linkUnconfirmed': 500,
  'stage.notCertified': 500,
  /** The goods are recalled, and reports about them are refused. */
  'stage.recalled': 500,
  'stage.batchMixed': 500,
  'stage.batchInactive': 500,
  'stage.documentMissing': 500,
  /** No plot of this number that the reporter may name. */
  'stage.plotMissing': 500,
  'stage.codesRefused': 500,
  'stage.timeAhead': 500,
  /** A range outside of its request. */
  'stage.noSuchRange': 500,
  /** A record that was corrected or voided meanwhile. */
  'stage.notCurrent': 500,
  /** The enterprise lets nobody ask for changes. */
  'stage.changeNotOffered': 500,
  /** The time in which the reporter could ask is over. */
  'stage.changeTooLate': 500,
  'stage.changeWaiting': 500,
  /** A change request that was decided, taken back or closed meanwhile. */
  'stage.changeSettled': 500,
  /** Net weight above gross weight. */
  'stage.above': 500,
  /** Departure after arrival. */
  'stage.after': 500,
  /** The reporter must give reasons for unlikely values; the issues are the questions. */
  'stage.unconfirmed': 500,
  /** A row's volume does not match its diameters and length. */
  'stage.volumeByRule': 500,
  'stage.noTable': 500,
} as const satisfies Record<string, WireCode>
