import { plotErrors } from './plot-errors.ts'
import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about volumes that do not add up. */
export const materialErrors = {
  /** More wood would be used than the batch has. */
  'material.overdrawn': 500,
  /** Wood of a species would be used of which the batch has had none. */
  'material.speciesMissing': 500,
  /** A record is taken back or lowered on whose wood later records rely. */
  'material.reliedUpon': 500,
  /** The giver of offered goods has less wood than it offered; how much it has is not said. */
  'material.giverLacks': 500,
  /** A partner's report uses more of the holder's wood than there is; how much there is is not said. */
  'material.holderLacks': 500,
  /** A partner takes back or lowers a record on whose wood the holder relies. */
  'material.holderRelies': 500,
  /** More would be received than was handed over, by more than measures differ. */
  'material.receivedAbove': 500,
  /** A line of a transfer goes from a batch to itself. */
  'material.transferSame': 500,
  /** Two lines of a transfer say the same. */
  'material.transferTwice': 500,
  /** Wood of a recalled batch would get another number. */
  'material.transferRecalled': 500,
  /** A batch that is not in use, or that a partner made for its reports, takes no wood. */
  'material.transferTarget': 500,
  /** Found by the nightly recount. */
  'material.recountDiffers': 500,
  /** A file of plots beyond what the European system takes. */
  'material.originTooLarge': 500,
  ...plotErrors,
} as const satisfies Record<string, WireCode>
