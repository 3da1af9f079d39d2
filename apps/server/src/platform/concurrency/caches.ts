import type { CacheName } from '@timbermark/contract'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.ts'

/** A cache of this process that holds a stated number of entries, with its hits and misses. The least recently used go first. */
export class Cache<K extends {}, V extends {}> extends LRUCache<K, V> {
  hits = 0
  misses = 0

  /**
   * @param most entries that are stored
   * @param maxAgeMs for how long each is valid; default: until another takes its place
   */
  constructor(most: number, maxAgeMs?: number) {
    super(maxAgeMs === undefined ? { max: most } : { max: most, ttl: maxAgeMs })
  }

  /**
   * Looks a value up and counts a hit or a miss.
   * @param holds whether a stored value is still valid
   */
  lookUp(key: K, holds: (value: V) => boolean = () => true): V | undefined {
    const value = this.get(key)
    if (value !== undefined && holds(value)) {
      this.hits++
      return value
    }
    this.misses++
    return undefined
  }
}

/** A cache as the monitor shows it: never its contents. */
export interface CacheFigures {
  entries: number
  hits: number
  misses: number
}

interface RegisteredCache {
  figures: () => CacheFigures
  clear: () => void | Promise<void>
}

type Caches = Map<CacheName, RegisteredCache>

/** Their keys hold everything that the values depend on, hence they are valid for every database. */
const sharedCaches: Caches = new Map()
/** Caches of rows of one database. */
const databaseCaches = new WeakMap<Database, Caches>()

/**
 * Registers a cache of this process.
 * @param of the database that it was filled from; none when its keys hold everything that the values depend on
 * @param clear empties it, with what hangs on it
 */
export function registerCache<K extends {}, V extends {}>(
  name: CacheName,
  cache: Cache<K, V>,
  { of, clear = () => cache.clear() }: { of?: Database; clear?: () => void | Promise<void> } = {},
): void {
  const caches = of ? (databaseCaches.get(of) ?? new Map()) : sharedCaches
  if (of) databaseCaches.set(of, caches)
  caches.set(name, { figures: () => ({ entries: cache.size, hits: cache.hits, misses: cache.misses }), clear })
}

/** The caches of this process that serve this database. */
export function cacheFigures(database: Database): Partial<Record<CacheName, CacheFigures>> {
  const registered = [...sharedCaches, ...(databaseCaches.get(database) ?? [])]
  return Object.fromEntries(registered.map(([name, { figures }]) => [name, figures()]))
}

/** Empties a cache of this process; does nothing when there is none of that name. */
export async function clearCache(database: Database, name: string): Promise<void> {
  const cache = databaseCaches.get(database)?.get(name as CacheName) ?? sharedCaches.get(name as CacheName)
  await cache?.clear()
}
