import type { Client, Query } from '@timbermark/client'
import { database } from './db.ts'

/** What a page needs of the application to remember answers. */
export interface Keeper {
  client: Client
  /** Whose answers these are, and in which language. */
  scope: string
}

export async function readKept<T>(keeper: Keeper, name: string): Promise<{ data: T; at: number } | undefined> {
  const row = await (await database()).get('kept', `${keeper.scope} ${name}`)
  return row && { data: row.data as T, at: row.at }
}

export async function keep(keeper: Keeper, name: string, data: unknown): Promise<void> {
  await (await database()).put('kept', { key: `${keeper.scope} ${name}`, at: Date.now(), data })
}

/** Forgets every answer that a person heard on this phone, in all languages. */
export async function forgetKept(userId: string): Promise<void> {
  await (await database()).delete('kept', IDBKeyRange.bound(`${userId} `, `${userId} \uffff`))
}

/** Asks the server and remembers the answer, for pages that are opened later without a network. */
export async function fetchKept<T>(keeper: Keeper, path: string, query?: Query): Promise<T> {
  const data = await keeper.client.get<T>(path, query)
  // A full or forbidden store only costs the offline view.
  await keep(keeper, nameOf(path, query), data).catch(() => {})
  return data
}

function nameOf(path: string, query?: Query): string {
  return query ? `${path} ${JSON.stringify(query)}` : path
}
