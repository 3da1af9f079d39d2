/**
 * The part of the package that needs no key: spelling of code values, anti-counterfeit alphabets, ranges of serials. Runs
 * anywhere. Making and opening codes needs the keys and is in `./node.ts`. FORMAT.md describes the format.
 */
export { crockford, fold } from './alphabet.ts'
export type { CodeFault, CodeParts, ParsedCode } from './code.ts'
export {
  codeLength,
  encodeCode,
  groupCode,
  maxRequestNumber,
  maxSerial,
  parseCode,
  traceAddress,
  tracePrefix,
} from './code.ts'
export type { KeyboardLayout } from './keyboard-layouts.ts'
export type { CodeByForm, CodeReading } from './reading.ts'
export { maxReadText, readCodes } from './reading.ts'
export type { CodeFormat } from './format.ts'
export { newestCodeFormat, statedSerial } from './format.ts'
export type { SerialRange } from './ranges.ts'
export {
  countSerials,
  intersectRanges,
  normaliseRanges,
  rangeFromSql,
  rangesInclude,
  rangeToSql,
  serialsOf,
  subtractRanges,
  toRanges,
} from './ranges.ts'
export type { CodeRule } from './security.ts'
export {
  alphabets,
  assertSecurityLength,
  checkSecurityCode,
  codeRuleNames,
  firstCharacters,
  normaliseSecurityCode,
  securityLengths,
} from './security.ts'
