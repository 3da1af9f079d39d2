import { nameKey, searchKey } from './name-key.ts'

/**
 * Values by the names that people write. A text means the value of its name; when no name is equal, the one that is equal
 * without accents and punctuation, unless several values share it.
 */
export class Names<V> {
  readonly #exact = new Map<string, Set<V>>()
  readonly #plain = new Map<string, Set<V>>()

  /** A later name of the same spelling adds a value; `over` replaces the earlier ones. */
  add(value: V, name: string, over = false): this {
    for (const [map, key] of [
      [this.#exact, nameKey(name)],
      [this.#plain, searchKey(name)],
    ] as const) {
      if (key === '') continue
      const values = map.get(key)
      if (!values || (over && map === this.#exact)) map.set(key, new Set([value]))
      else values.add(value)
    }
    return this
  }

  /** The values that the text may mean: none, one, or several that share the name. */
  find(text: string): readonly V[] {
    return [...(this.#exact.get(nameKey(text)) ?? this.#plain.get(searchKey(text)) ?? [])]
  }
}
