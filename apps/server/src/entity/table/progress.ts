import type { Actor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/database.ts'

/** Progress of an import. Each row counts twice: parsed, then packed. */
export interface Progress {
  done: number
  total: number
}

/** Imports that run in this process, by user and by the name that the page chose. */
const running = new WeakMap<Database, Map<string, Progress>>()

const keyOf = (actor: Actor, name: string) => `${actor.tenantId} ${actor.accountId} ${name}`

/** Gets the progress of a user's import; null when it runs in another process or not at all. */
export const getProgress = (database: Database, actor: Actor, name: string): Progress | null =>
  running.get(database)?.get(keyOf(actor, name)) ?? null

/** Runs the work and makes its progress available under the name; without a name nobody asks for it. */
export async function withProgress<T>(
  database: Database,
  actor: Actor,
  name: string | undefined,
  total: number,
  work: (onProgress: (done: number) => void) => Promise<T>,
): Promise<T> {
  if (!name || name.length > 100) return work(() => {})
  const key = keyOf(actor, name)
  const imports = running.get(database) ?? new Map<string, Progress>()
  running.set(database, imports)
  imports.set(key, { done: 0, total })
  try {
    return await work(done => imports.set(key, { done, total }))
  } finally {
    imports.delete(key)
  }
}
