import type { CacheName } from '@timbermark/contract'
import type { Database } from '../database/database.ts'

/** What a process keeps to spare itself work, with how often that helped. */
export class Cache<K, V> extends Map<K, V> {
  hits = 0
  misses = 0
  readonly #most: number

  /** @param most entries that are kept; of more the oldest go */
  constructor(most = Number.POSITIVE_INFINITY) {
    super()
    this.#most = most
  }

  /** Keeps a value as the newest. */
  hold(key: K, value: V): void {
    this.delete(key)
    if (this.size >= this.#most) this.delete(this.keys().next().value as K)
    this.set(key, value)
  }

  /** Looks something up and counts whether that helped. @param holds whether what is found is still so */
  look(key: K, holds: (value: V) => boolean = () => true): V | undefined {
    const found = this.get(key)
    if (found !== undefined && holds(found)) {
      this.hits++
      return found
    }
    this.misses++
    return undefined
  }
}

/** A cache as the monitor sees it: never what is in it. */
export interface CacheFigures {
  entries: number
  hits: number
  misses: number
}

interface Kept {
  figures: () => CacheFigures
  clear: () => void | Promise<void>
}

type Caches = Map<CacheName, Kept>

/** What they hold is found by all that it was made from, hence right for whatever database is served. */
const ofContents: Caches = new Map()
/** What was read of one database. */
const ofDatabases = new WeakMap<Database, Caches>()

/**
 * Makes a cache of this process known.
 * @param of the database that it was filled from; none where everything that its values depend on is compared
 * @param clear empties it, or reads it anew where everything has to be there
 */
export function registerCache<K, V>(
  name: CacheName,
  cache: Cache<K, V>,
  { of, clear = () => cache.clear() }: { of?: Database; clear?: () => void | Promise<void> } = {},
): void {
  const caches = of ? (ofDatabases.get(of) ?? new Map()) : ofContents
  if (of) ofDatabases.set(of, caches)
  caches.set(name, { figures: () => ({ entries: cache.size, hits: cache.hits, misses: cache.misses }), clear })
}

/** The caches of this process that answers about this database come from. */
export function cacheFigures(database: Database): Partial<Record<CacheName, CacheFigures>> {
  const kept = [...ofContents, ...(ofDatabases.get(database) ?? [])]
  return Object.fromEntries(kept.map(([name, { figures }]) => [name, figures()]))
}

/** Empties a cache of this process; nothing where it keeps none of that name. */
export async function clearCache(database: Database, name: string): Promise<void> {
  const cache = ofDatabases.get(database)?.get(name as CacheName) ?? ofContents.get(name as CacheName)
  await cache?.clear()
}
