/**
 * Every refusal the product can give, with the wire code it answers with (see docs/wire.md).
 *
 * A key names its text: `error.<key>` in packages/phrases, in every language, or the project does not compile.
 * Placeholders of a text are filled from the `params` of the refusal. An area adds its refusals in its own file
 * (`<area>/errors.ts`) and lists that file here.
 */
import type { WireCode } from './wire/wire-code.ts'
import { authErrors } from './system/errors.ts'
import { catalogErrors } from './catalog/errors.ts'
import { certificationErrors } from './certification/errors.ts'
import { channelErrors } from './channel/errors.ts'
import { codeErrors } from './code/errors.ts'
import { custodyErrors } from './custody/errors.ts'
import { evidenceErrors } from './evidence/errors.ts'
import { circulationErrors } from './stage/circulation-errors.ts'
import { materialErrors } from './material/errors.ts'
import { newsErrors } from './news/errors.ts'
import { monitorErrors } from './monitor/errors.ts'
import { plausibleErrors } from './stage/plausible/errors.ts'
import { stageErrors } from './stage/errors.ts'
import { stageTemplateErrors } from './stage/template-errors.ts'
import { tenantErrors } from './tenant/errors.ts'
import { toolErrors } from './tool/errors.ts'
import { traceErrors } from './trace/errors.ts'
import { tradeErrors } from './trade/errors.ts'
import { wechatErrors } from './wechat/errors.ts'

export type { WireCode } from './wire/wire-code.ts'

const common = {
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  invalid: 500,
  unknownField: 500,
  required: 500,
  notText: 500,
  /** A text with half a surrogate pair. */
  notUnicode: 500,
  notNumber: 500,
  noFix: 500,
  notInteger: 500,
  notOneOf: 500,
  notList: 500,
  notDate: 500,
  inFuture: 500,
  notEmail: 500,
  notPhone: 500,
  notMobile: 500,
  notUrl: 500,
  privateAddress: 500,
  notJson: 500,
  tooLong: 500,
  tooShort: 500,
  tooSmall: 500,
  tooLarge: 500,
  tooManyItems: 500,
  pattern: 500,
  taken: 500,
  /** About a record as a whole, without a field. */
  exists: 500,
  inUse: 500,
  referenceMissing: 500,
  referenceDisabled: 500,
  /** The field names a person whom the caller may not look up. */
  referenceKept: 500,
  /** Something that the record refers to does not exist, and no field can be named. */
  referenceGone: 500,
  stateRefused: 500,
  /** The record has changed since the caller read it. */
  changedSince: 500,
  /** The time in which the change could be undone has passed. */
  undoExpired: 500,
  /** The record has changed after the change that is to be undone. */
  undoChanged: 500,
  /** Another record uses a name or number of the removed one. */
  undoTaken: 500,
  tooFast: 500,
  tooMany: 429,
  bodyTooLarge: 500,
  bodyNotJson: 500,
  /** Lists and objects inside each other, deeper than any form. */
  bodyTooDeep: 500,
  /** An object of the body has one name twice. */
  bodyNameTwice: 500,
  /** A query with too many parameters or characters. */
  queryTooLong: 500,
  /** The body did not arrive in time; HTTP 408. */
  bodyTooSlow: 408,
  operationFailed: 500,
  unknown: 500,
  /** The system is at fault, not the caller; HTTP 503 with `Retry-After`. */
  unavailable: 503,
  importFailed: 500,
  /** No sheet has the headings of the list; `problem` says what was found. */
  importColumns: 500,
  /** A row with more cells than a list may have. */
  importWide: 500,
  /** A formula whose result the file does not hold. */
  importUncomputed: 500,
  importRows: 500,
  /** A cell holds a formula; only literal values are accepted. */
  importFormula: 500,
  importLinks: 500,
  /** A merged cell: only its first row would have the value. */
  importMerged: 500,
  /** A row of a CSV text is malformed. */
  importRow: 500,
  /** A text cell holds a number or date, which spreadsheets change. */
  cellChanged: 500,
  /** A cell holds a spreadsheet's error value. */
  cellFailed: 500,
  /** Several records bear the name in the cell. */
  referenceSeveral: 500,
  fileType: 500,
  fileTooLarge: 500,
  fileMissing: 500,
  fileBroken: 500,
  /** The uploaded pieces are not the announced file; it has to be sent again. */
  fileDamaged: 500,
  fileScripted: 500,
  /** A PDF that needs a password to open. */
  fileLocked: 500,
  /** A picture in the format of some phones, which browsers do not show. */
  fileHeic: 500,
  fileTooMany: 500,
  idempotencyReuse: 500,
} as const satisfies Record<string, WireCode>

export const errors = {
  ...common,
  ...authErrors,
  ...catalogErrors,
  ...certificationErrors,
  ...channelErrors,
  ...codeErrors,
  ...custodyErrors,
  ...evidenceErrors,
  ...monitorErrors,
  ...materialErrors,
  ...newsErrors,
  ...plausibleErrors,
  ...stageErrors,
  ...circulationErrors,
  ...stageTemplateErrors,
  ...tenantErrors,
  ...toolErrors,
  ...traceErrors,
  ...tradeErrors,
  ...wechatErrors,
} as const satisfies Record<string, WireCode>

export type ErrorKey = keyof typeof errors

/** Issue of one field of a request: the refusal's key, the field's path and the placeholders of its text. */
export interface Issue {
  field: string
  error: ErrorKey
  params?: Record<string, string | number>
}
