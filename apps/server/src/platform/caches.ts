import type { CacheName } from '@timbermark/contract'

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

const kept = new Map<CacheName, Kept>()

/**
 * Makes a cache of this process known.
 * @param clear empties it, or reads it anew where everything has to be there
 */
export function keepCache<K, V>(
  name: CacheName,
  cache: Cache<K, V>,
  clear: () => void | Promise<void> = () => cache.clear(),
): void {
  kept.set(name, { figures: () => ({ entries: cache.size, hits: cache.hits, misses: cache.misses }), clear })
}

/** The caches of this process. */
export function cacheFigures(): Partial<Record<CacheName, CacheFigures>> {
  return Object.fromEntries([...kept].map(([name, { figures }]) => [name, figures()]))
}

/** Empties a cache of this process; nothing where it keeps none of that name. */
export async function clearCache(name: string): Promise<void> {
  await kept.get(name as CacheName)?.clear()
}
