import type { Walk, WalkFault } from './proven.ts'

/** `first`: there was nothing to compare with yet. */
export type StepState = 'ok' | 'failed' | 'waiting' | 'skipped' | 'first'
export type StepKey =
  | 'signature'
  | 'history'
  | 'index'
  | 'entries'
  | 'binding'
  | 'complete'
  | 'age'
  | 'database'
  | 'files'

/** What the browser does by itself, in this order, and which faults mean that a step failed. */
const steps: readonly [StepKey, readonly WalkFault[]][] = [
  ['signature', ['unreadable', 'key', 'checkpoint']],
  ['history', ['history']],
  ['index', ['index']],
  ['entries', ['entry', 'field']],
  ['binding', ['binding', 'count']],
  ['complete', ['missing']],
  ['age', ['age']],
  ['database', ['database']],
  ['files', []],
]

/** What the browser did beside the walk. */
export interface Beside {
  /** How many files had other bytes than were sealed. */
  differing: number
  /** Was there a head of an earlier visit to hold the log against? */
  seen: boolean
}

/** How each step came out; one that there was nothing for is never called passed. */
export function stepsOf(
  { outcome, faults, item }: Walk,
  { differing, seen }: Beside,
): { key: StepKey; state: StepState }[] {
  const compared = [...(item?.records.values() ?? [])].every(({ today }) => today !== null)
  return steps.map(([key, its]) => {
    const failed = key === 'files' ? differing > 0 : faults.some(({ fault }) => its.includes(fault))
    if (failed) return { key, state: outcome === 'unavailable' ? 'skipped' : 'failed' }
    // What could not be opened was not checked either.
    if (!item || (key === 'database' && !compared)) return { key, state: 'skipped' }
    if (key === 'history' && !seen) return { key, state: 'first' }
    return { key, state: key === 'age' && outcome === 'waiting' ? 'waiting' : 'ok' }
  })
}
