/**
 * Monitor: follows a log from outside, using only its public files. docs/monitor.md describes what it reports. Runs in
 * browsers and in Node.
 */
export {
  type LogName,
  type NamedHead,
  type NamedKey,
  parseBreak,
  parseNamedKey,
  parseNames,
  type StatedBreak,
} from './monitor/breaks.ts'
export { type Finding, type FindingWord, FindingError } from './monitor/finding.ts'
export {
  type FollowResult,
  type FollowOptions,
  followLog,
  type KnownLog,
  type LogFiles,
  type ReadBundle,
} from './monitor/follow.ts'
export { type LogHead, openHead, parseHead } from './monitor/head.ts'
export { type EnteredBreak, type Hashing, LogHistory } from './monitor/history.ts'
export { checkPageScripts, type PageFiles } from './monitor/page-scripts.ts'
export { SubjectIndex } from './monitor/subject-index.ts'
