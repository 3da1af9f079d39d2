/** An edited value with its undo and redo steps. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** What the last step changed: the next change of the same part joins it, so that a typed word is one step. */
  about?: string | undefined
}

/** Maximum number of undo steps. */
const maxSteps = 100

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] })

/** The history after a change. @param about the changed part; the same part as in the step before makes one step */
export function recordChange<T>(history: History<T>, present: T, about?: string): History<T> {
  if (present === history.present) return history
  const joins = about !== undefined && about === history.about && history.past.length > 0
  return {
    past: joins ? history.past : [...history.past, history.present].slice(-maxSteps),
    present,
    future: [],
    about,
  }
}

export function undo<T>({ past, present, future }: History<T>): History<T> {
  if (past.length === 0) return { past, present, future }
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] }
}

export function redo<T>({ past, present, future }: History<T>): History<T> {
  if (future.length === 0) return { past, present, future }
  return { past: [...past, present], present: future[0]!, future: future.slice(1) }
}
