import { nameKey, searchKey } from './name-key.ts'

/**
 * Values by the names that people write. A text means the value of its name; when no name is equal, the one that is equal
 * without accents and punctuation, unless several values share it.
 */
export class Names<V> {
  readonly #exact = new Map<string, Set<V>>()
  readonly #plain = new Map<string, Set<V>>()
  readonly #all: (readonly [name: string, value: V])[] = []

  /** A later name of the same spelling adds a value; `over` replaces the earlier ones. */
  add(value: V, name: string, over = false): this {
    this.#all.push([name, value])
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

  /** All names, each with the label of its value; those of values without a label are left out. */
  *labelled(labelOf: (value: V) => string | undefined): Generator<readonly [name: string, label: string]> {
    for (const [name, value] of this.#all) {
      const label = labelOf(value)
      if (label !== undefined) yield [name, label]
    }
  }

  /** The values that the text may mean: none, one, or several that share the name. */
  find(text: string): readonly V[] {
    return [...(this.#exact.get(nameKey(text)) ?? this.#plain.get(searchKey(text)) ?? [])]
  }
}
