import type { Walk, WalkFault } from './proven.ts'

export type StepState = 'ok' | 'failed' | 'waiting' | 'skipped'
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

/** How each step came out. @param differing how many files had other bytes than were sealed */
export function stepsOf({ outcome, faults, item }: Walk, differing: number): { key: StepKey; state: StepState }[] {
  return steps.map(([key, its]) => {
    const failed = key === 'files' ? differing > 0 : faults.some(({ fault }) => its.includes(fault))
    if (failed) return { key, state: outcome === 'unavailable' ? 'skipped' : 'failed' }
    // What could not be opened was not checked either.
    if (!item) return { key, state: 'skipped' }
    return { key, state: key === 'age' && outcome === 'waiting' ? 'waiting' : 'ok' }
  })
}
