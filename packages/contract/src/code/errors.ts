import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about code requests, codes, labels and downloads. */
export const codeErrors = {
  'code.count': 500,
  'code.securityLength': 500,
  /** The stage type does not allow this update stage. */
  'code.updateStageClosed': 500,
  'code.listTooLong': 500,
  'code.listEmpty': 500,
  'code.notMade': 500,
  'code.interrupted': 500,
  'code.notCompleted': 500,
  'code.labelRange': 500,
  'code.labelSize': 500,
  /** The sheet's margin has no room for a heading. */
  'code.headingRoom': 500,
  /** So many rows or columns that phones cannot read the symbols. */
  'code.labelTooSmall': 500,
  'code.labelsRunning': 500,
  'code.linkUsed': 500,
  'code.unknown': 404,
  /** A spoiled or lost label may not be named by a report, a packing, a certification or an assignment. */
  'code.labelSpoiled': 500,
  'code.labelLost': 500,
  /** The enterprise demands that labels are put in use first. */
  'code.labelNotInUse': 500,
  /** The act does not follow from the label's state. */
  'code.labelState': 500,
  'code.alreadyPacked': 500,
  /** Another known packing holds it at that past time. */
  'code.packedThen': 500,
  'code.notPacked': 500,
  'code.nothingInside': 500,
  'code.notInThere': 500,
  'code.rangeBroken': 500,
  'code.rangesOverlap': 500,
  'code.tooManyPacked': 500,
  'code.unpackedTooEarly': 500,
  'code.repackReason': 500,
  'code.importPackings': 500,
  /** Foreign codes: characters or length, the form of an own code, repeated in a list, already imported, a number with too many digits. */
  'code.foreignSigns': 500,
  'code.foreignOwn': 500,
  'code.foreignTwice': 500,
  'code.foreignTaken': 500,
  'code.foreignNumber': 500,
  /** A list for a request of own codes, or a request of foreign codes submitted without a list. */
  'code.notForeign': 500,
  'code.listDecides': 500,
  /** Labels and files are not made of foreign codes. */
  'code.printedByOthers': 500,
} as const satisfies Record<string, WireCode>
