import { currentSession } from '../session/session.ts'
import { readLocal, writeLocal } from '../storage.ts'

const most = 8
const keyOf = () => `recent-screens:${currentSession().user?.userId ?? ''}`

/** Paths of the screens that the user opened last, newest first. */
export function recentPaths(): string[] {
  try {
    const value: unknown = JSON.parse(readLocal(keyOf()) ?? '[]')
    return Array.isArray(value) ? value.filter(path => typeof path === 'string') : []
  } catch {
    return []
  }
}

export function storeRecent(path: string): void {
  const paths = [path, ...recentPaths().filter(other => other !== path)].slice(0, most)
  writeLocal(keyOf(), JSON.stringify(paths))
}
