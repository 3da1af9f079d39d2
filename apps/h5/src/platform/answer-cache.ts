import type { Client, Query } from '@timbermark/client'
import { database } from './db.ts'

/** What a page needs of the application to remember answers. */
export interface AnswerCache {
  client: Client
  /** Whose answers these are, and in which language. */
  scope: string
}

export async function readCached<T>(cache: AnswerCache, name: string): Promise<{ data: T; at: number } | undefined> {
  const row = await (await database()).get('kept', `${cache.scope} ${name}`)
  return row && { data: row.data as T, at: row.at }
}

export async function storeCached(cache: AnswerCache, name: string, data: unknown): Promise<void> {
  await (await database()).put('kept', { key: `${cache.scope} ${name}`, at: Date.now(), data })
}

/** Forgets every answer that a person heard on this phone, in all languages. */
export async function removeCached(userId: string): Promise<void> {
  await (await database()).delete('kept', IDBKeyRange.bound(`${userId} `, `${userId} \uffff`))
}

/** Asks the server and remembers the answer, for pages that are opened later without a network. */
export async function fetchAndCache<T>(cache: AnswerCache, path: string, query?: Query): Promise<T> {
  const data = await cache.client.get<T>(path, query)
  // A full or forbidden store only costs the offline view.
  await storeCached(cache, nameOf(path, query), data).catch(() => {})
  return data
}

function nameOf(path: string, query?: Query): string {
  return query ? `${path} ${JSON.stringify(query)}` : path
}
