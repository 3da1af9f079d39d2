import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about circulations and the order of stages. */
export const circulationErrors = {
  /** An earlier stage of the batch's circulation has no current record. */
  'stage.tooEarly': 500,
  /** The same for one code: an earlier stage that is reported per code was not reported for it. */
  'stage.codeTooEarly': 500,
  /** Later stages need the one whose last record is to be voided; the call must say that it is meant. */
  'stage.laterStages': 500,
  'stage.circulationOther': 500,
  'stage.circulationLacks': 500,
  'stage.circulationWants': 500,
  'stage.circulationUsed': 500,
  'stage.circulationDelivered': 500,
  'stage.stepTwice': 500,
} as const satisfies Record<string, WireCode>
