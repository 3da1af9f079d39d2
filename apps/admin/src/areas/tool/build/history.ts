/** What somebody works on, with the way back and the way forth again. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** What the last step changed: the next change of the same joins it, so that a word typed is one step. */
  about?: string | undefined
}

/** Steps that are kept. */
const most = 100

export const begun = <T>(present: T): History<T> => ({ past: [], present, future: [] })

/** The history after a change. @param about the same as of the change before: they are one step */
export function changed<T>(history: History<T>, present: T, about?: string): History<T> {
  if (present === history.present) return history
  const joins = about !== undefined && about === history.about && history.past.length > 0
  return { past: joins ? history.past : [...history.past, history.present].slice(-most), present, future: [], about }
}

export function undone<T>({ past, present, future }: History<T>): History<T> {
  if (past.length === 0) return { past, present, future }
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] }
}

export function redone<T>({ past, present, future }: History<T>): History<T> {
  if (future.length === 0) return { past, present, future }
  return { past: [...past, present], present: future[0]!, future: future.slice(1) }
}
