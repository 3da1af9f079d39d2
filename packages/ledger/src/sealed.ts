/**
 * Sealed entries and the index of subjects. The log reveals nothing to strangers; readers who have the fields can check them
 * and check that no entry is missing. SEALED.md describes the format. Runs in browsers and in Node.
 */
export { empty, type IndexEntry, type IndexNode, indexHash, innerHash } from './prefix/node.ts'
export {
  enterIndex,
  findInIndex,
  foldPage,
  type IndexPage,
  indexRoot,
  PAGE_WIDTH,
  type PageReader,
  proveIndex,
} from './prefix/pages.ts'
export { type IndexAnswer, type IndexProof, verifyIndex } from './prefix/verify.ts'
export { fromBase64Url, toBase64Url } from './sealed/base64url.ts'
export {
  type ChainFault,
  type CheckedChain,
  checkChain,
  checkPartialChain,
  type OpenedEntry,
  openFields,
  type ProvenEntry,
  type IsLogged,
} from './sealed/check.ts'
export {
  BLOCK_SIZE,
  blockSubject,
  contentDigest,
  encodeEntry,
  entryHash,
  parseEntry,
  type SealedEntry,
  SPAN_LEVELS,
  SPAN_WIDTH,
  type Span,
  spanSubject,
  spansKey,
  splitIntoSpans,
  spansContaining,
  withdrawalsSubject,
} from './sealed/entry.ts'
export { encodeTimeLine, findHeadTime, isPlausiblySeen } from './prefix/head-time.ts'
export { encodeIndexLine, findIndexRoot } from './prefix/line.ts'
export {
  encodeIndexStatement,
  type IndexStatement,
  isIndexStatement,
  parseIndexStatement,
  statementHash,
} from './sealed/index-statement.ts'
export {
  encodeScriptStatement,
  isScriptStatement,
  parseScriptStatement,
  type ScriptStatement,
} from './sealed/script-statement.ts'
export {
  encodeRequestKey,
  isRequestKeyText,
  parseRequestKey,
  plainRequestSubject,
  type RequestKey,
  requestText,
  subjectOfOutput,
  verifyRequestSubject,
} from './sealed/request-subject.ts'
export { encodeField, fieldDigest, parseField, SALT_SIZE, type SealedField } from './sealed/field.ts'
export {
  encodePromise,
  type EntryPromise,
  isPromisedBy,
  parsePromise,
  parsePromiseNote,
  PROMISED_WITHIN_MS,
  type PromiseNote,
} from './sealed/promise.ts'
export { deriveSalt, openingTexts, type Repetition, repeatedFields, repetitionOf } from './sealed/repetition.ts'
