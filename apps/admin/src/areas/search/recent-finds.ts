import { currentSession } from '../../shell/session/session.ts'
import { readLocal, writeLocal } from '../../shell/storage.ts'

/** Something that somebody opened from the search: a record of a list, or a code. */
export interface RecentFind {
  /** Key of the list; `code` for a code. */
  list: string
  /** Id of the record; for a code the code itself. */
  id: string
  name: string
}

const most = 6
/** Each account has its own: several people may use one browser. */
const keyOf = () => `recent-finds:${currentSession().user?.userId ?? ''}`

const isFind = (value: unknown): value is RecentFind =>
  typeof value === 'object' &&
  value !== null &&
  ['list', 'id', 'name'].every(key => typeof (value as Record<string, unknown>)[key] === 'string')

/** What was opened last, newest first. */
export function recentFinds(): RecentFind[] {
  try {
    const value: unknown = JSON.parse(readLocal(keyOf()) ?? '[]')
    return Array.isArray(value) ? value.filter(isFind).slice(0, most) : []
  } catch {
    return []
  }
}

export function storeFind(find: RecentFind): void {
  const others = recentFinds().filter(({ list, id }) => list !== find.list || id !== find.id)
  writeLocal(keyOf(), JSON.stringify([find, ...others].slice(0, most)))
}
