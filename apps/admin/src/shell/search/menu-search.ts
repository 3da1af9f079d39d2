import Fuse from 'fuse.js'

export interface SearchEntry {
  path: string
  /** Titles from the outermost group down to the screen. */
  title: readonly string[]
}

/** Settings of the header search (specification section 2). */
export const searchOptions = {
  threshold: 0.4,
  keys: [
    { name: 'title', weight: 0.7 },
    { name: 'path', weight: 0.3 },
  ],
}

const maxResults = 20

/** A fuzzy search over menu titles and paths, best results first. */
export function createMenuSearch<E extends SearchEntry>(entries: readonly E[]): (query: string) => E[] {
  const fuse = new Fuse(entries, { ...searchOptions, shouldSort: true, ignoreDiacritics: true, ignoreLocation: true })
  return query => fuse.search(query, { limit: maxResults }).map(result => result.item)
}
