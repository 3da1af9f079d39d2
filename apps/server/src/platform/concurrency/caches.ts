import type { CacheName } from '@timbermark/contract'
import type { Database } from '../database/database.ts'

/** A cache of this process, with its hits and misses. */
export class Cache<K, V> extends Map<K, V> {
  hits = 0
  misses = 0
  readonly #most: number

  /** @param most entries that are stored; beyond that the oldest go */
  constructor(most = Number.POSITIVE_INFINITY) {
    super()
    this.#most = most
  }

  /** Stores a value as the newest. */
  hold(key: K, value: V): void {
    this.delete(key)
    if (this.size >= this.#most) this.delete(this.keys().next().value as K)
    this.set(key, value)
  }

  /**
   * Looks a value up and counts a hit or a miss.
   * @param holds whether a stored value is still valid
   */
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

/** A cache as the monitor shows it: never its contents. */
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

/** Their keys hold everything that the values depend on, hence they are valid for every database. */
const ofContents: Caches = new Map()
/** Caches of rows of one database. */
const ofDatabases = new WeakMap<Database, Caches>()

/**
 * Registers a cache of this process.
 * @param of the database that it was filled from; none when its keys hold everything that the values depend on
 * @param clear empties it, or reloads it when all entries must be present
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

/** The caches of this process that serve this database. */
export function cacheFigures(database: Database): Partial<Record<CacheName, CacheFigures>> {
  const kept = [...ofContents, ...(ofDatabases.get(database) ?? [])]
  return Object.fromEntries(kept.map(([name, { figures }]) => [name, figures()]))
}

/** Empties a cache of this process; does nothing when there is none of that name. */
export async function clearCache(database: Database, name: string): Promise<void> {
  const cache = ofDatabases.get(database)?.get(name as CacheName) ?? ofContents.get(name as CacheName)
  await cache?.clear()
}
