import type { Client, Query } from '@timbermark/client'
import { database } from './db.ts'

/** Answers of the server that are stored on the phone, for one person and language. */
export interface AnswerCache {
  client: Client
  /** User id and language: prefix of the cache keys. */
  scope: string
}

export async function readCached<T>(cache: AnswerCache, name: string): Promise<{ data: T; at: number } | undefined> {
  const row = await (await database()).get('kept', `${cache.scope} ${name}`)
  return row && { data: row.data as T, at: row.at }
}

export async function storeCached(cache: AnswerCache, name: string, data: unknown): Promise<void> {
  await (await database()).put('kept', { key: `${cache.scope} ${name}`, at: Date.now(), data })
}

/** Removes all answers that are cached for a person on this phone, in all languages. */
export async function removeCached(userId: string): Promise<void> {
  await (await database()).delete('kept', IDBKeyRange.bound(`${userId} `, `${userId} \uffff`))
}

/** Fetches an answer and caches it, for pages that are opened later without a network. */
export async function fetchAndCache<T>(cache: AnswerCache, path: string, query?: Query): Promise<T> {
  const data = await cache.client.get<T>(path, query)
  // If the store is full or forbidden, only the offline view is missing.
  await storeCached(cache, nameOf(path, query), data).catch(() => {})
  return data
}

function nameOf(path: string, query?: Query): string {
  return query ? `${path} ${JSON.stringify(query)}` : path
}
