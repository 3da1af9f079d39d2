import type { Actor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/database.ts'

/** How far an import is, in rows; each is read, then packed. */
export interface Progress {
  done: number
  total: number
}

/** Imports that run in this process, by who runs them and the name that his page gave them. */
const running = new WeakMap<Database, Map<string, Progress>>()

const keyOf = (actor: Actor, name: string) => `${actor.tenantId} ${actor.accountId} ${name}`

/** How far his import is; nothing where it runs in another process or not at all. */
export const progressOf = (database: Database, actor: Actor, name: string): Progress | null =>
  running.get(database)?.get(keyOf(actor, name)) ?? null

/** Does the work and tells how far it is meanwhile. @param name none where nobody asks */
export async function withProgress<T>(
  database: Database,
  actor: Actor,
  name: string | undefined,
  total: number,
  work: (told: (done: number) => void) => Promise<T>,
): Promise<T> {
  if (!name || name.length > 100) return work(() => {})
  const key = keyOf(actor, name)
  const own = running.get(database) ?? new Map<string, Progress>()
  running.set(database, own)
  own.set(key, { done: 0, total })
  try {
    return await work(done => own.set(key, { done, total }))
  } finally {
    own.delete(key)
  }
}
