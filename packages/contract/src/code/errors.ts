import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about code requests, codes, labels and downloads. */
export const codeErrors = {
  'code.count': 500,
  'code.securityLength': 500,
  /** An update stage that is not open to codes of the stage type. */
  'code.updateStageClosed': 500,
  'code.listTooLong': 500,
  'code.listEmpty': 500,
  'code.running': 500,
  'code.notMade': 500,
  'code.interrupted': 500,
  'code.notCompleted': 500,
  'code.labelRange': 500,
  'code.labelSize': 500,
  /** A heading on a sheet whose margin has no room for it. */
  'code.headingRoom': 500,
  /** So many rows or columns that no phone reads the symbols. */
  'code.labelTooSmall': 500,
  'code.labelsRunning': 500,
  'code.linkUsed': 500,
  'code.unknown': 404,
  'code.alreadyPacked': 500,
  /** In the past: another packing that is known holds it at that time. */
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
  /** Values of other printers: signs or length, one of ours by its form, twice in a list, imported before, a number of too many digits. */
  'code.foreignSigns': 500,
  'code.foreignOwn': 500,
  'code.foreignTwice': 500,
  'code.foreignTaken': 500,
  'code.foreignNumber': 500,
  /** A list for a request of own codes, and a request of others' codes that is submitted without one. */
  'code.notForeign': 500,
  'code.listDecides': 500,
  /** Labels and files of codes that others printed. */
  'code.printedByOthers': 500,
} as const satisfies Record<string, WireCode>
