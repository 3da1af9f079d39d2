import type { Client, Query } from '@timbermark/client'
import { useEffect, useState } from 'react'
import { useApp } from '../app/context.ts'
import { database } from './db.ts'

export interface Kept<T> {
  data: T | undefined
  /** When the data were heard from the server (milliseconds since 1970). */
  at: number
  /** From this visit rather than from an earlier one. */
  fresh: boolean
  loading: boolean
  error: unknown
}

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

/** The remembered answer at once, then the server's. `path` null asks for nothing. */
export function useKept<T>(path: string | null): Kept<T> {
  const { keeper, online } = useApp()
  const [state, setState] = useState<Kept<T>>({ data: undefined, at: 0, fresh: false, loading: true, error: undefined })
  useEffect(() => {
    // Asked again when the network comes back.
    void online
    if (path === null) return
    let left = false
    const show = (next: Partial<Kept<T>>) => !left && setState(old => ({ ...old, ...next }))
    const remembered = readKept<T>(keeper, path)
      .catch(() => undefined)
      .then(row => {
        if (row) show({ data: row.data, at: row.at, fresh: false, loading: false, error: undefined })
      })
    // The remembered answer is shown first, so that it cannot overwrite the fresh one.
    void remembered
      .then(() => fetchKept<T>(keeper, path))
      .then(data => show({ data, at: Date.now(), fresh: true, loading: false, error: undefined }))
      .catch((error: unknown) => show({ loading: false, error }))
    return () => {
      left = true
    }
  }, [keeper, path, online])
  return state
}
