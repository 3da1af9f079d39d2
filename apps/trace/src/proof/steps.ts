import type { PromiseResult, ProvenItem, WalkResult, WalkFault } from './proven.ts'

/**
 * `first`: there was nothing to compare with yet; `old`: the head is not of the last day; `stated`: only the platform says so;
 * `none`: this browser was promised nothing.
 */
export type StepState = 'ok' | 'failed' | 'waiting' | 'skipped' | 'none' | 'first' | 'old' | 'stated'
export type StepKey =
  | 'signature'
  | 'history'
  | 'time'
  | 'index'
  | 'entries'
  | 'binding'
  | 'complete'
  | 'age'
  | 'database'
  | 'files'

/** The steps of the check, in order, with the faults that make each one fail. */
const faultsByStep: readonly [StepKey, readonly WalkFault[]][] = [
  ['signature', ['unreadable', 'key', 'checkpoint']],
  ['history', ['history']],
  ['time', []],
  ['index', ['index']],
  ['entries', ['entry', 'field']],
  ['binding', ['binding', 'subject', 'serial', 'count']],
  ['complete', ['missing']],
  ['age', ['age', 'promise']],
  ['database', ['database']],
  ['files', []],
]

/** Results of the browser's checks outside of the walk. */
export interface BrowserChecks {
  /** Number of files whose bytes were compared with the sealed hash. */
  openedFiles: number
  /** Number of files whose bytes differ from the sealed hash. */
  differingFiles: number
  /** Whether a head of an earlier visit was available for comparison. */
  hasPreviousHead: boolean
}

/** The result of each step. A step without anything to check never counts as passed. */
export function describeSteps(
  { outcome, faults, item, promises, log }: WalkResult,
  { openedFiles, differingFiles, hasPreviousHead }: BrowserChecks,
): { key: StepKey; state: StepState }[] {
  const isCompared = [...(item?.records.values() ?? [])].every(({ today }) => today !== null)
  return faultsByStep.map(([key, stepFaults]) => {
    const hasFailed = key === 'files' ? differingFiles > 0 : faults.some(({ fault }) => stepFaults.includes(fault))
    if (hasFailed) return { key, state: outcome === 'unavailable' ? 'skipped' : 'failed' }
    // Without an opened item nothing was checked.
    if (!item || (key === 'database' && !isCompared) || (key === 'files' && openedFiles === 0))
      return { key, state: 'skipped' }
    // That the facts belong to this code, and not to another one of its request, rests on the serial.
    if (key === 'database' || (key === 'binding' && item.serialFrom === 'platform')) return { key, state: 'stated' }
    if (key === 'time' && log.age !== 'fresh') return { key, state: 'old' }
    if (key === 'history' && !hasPreviousHead) return { key, state: 'first' }
    return { key, state: key === 'age' ? describePromises(item, promises) : 'ok' }
  })
}

function describePromises({ pending }: ProvenItem, { fulfilled }: PromiseResult): StepState {
  if (pending.some(({ isPromised }) => !isPromised)) return 'stated'
  if (pending.length > 0) return 'waiting'
  return fulfilled.length > 0 ? 'ok' : 'none'
}
