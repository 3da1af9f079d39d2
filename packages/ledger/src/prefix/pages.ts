import { toHex } from '../bytes.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { empty, type IndexEntry, type IndexNode, indexHash, joinNodes } from './node.ts'
import type { IndexProof } from './verify.ts'

/** Number of children of a page: one for each value of the next four bits of a subject. */
export const PAGE_WIDTH = 16
const PAGE_BITS = 4

/** The sixteen places four levels below the page's own place. An `inner` place is the place of the page below. */
export type IndexPage = readonly IndexNode[]

/** Reads pages by the hexadecimal digits that their subjects begin with ('' is the top page); undefined for a page that does not exist. */
export type PageReader = (prefixes: readonly string[]) => Promise<readonly (IndexPage | undefined)[]>

const emptyPage: IndexPage = Array.from({ length: PAGE_WIDTH }, () => empty)

/** The place of a page, computed from its children. */
export function foldPage(page: IndexPage, hash: Sha256 = sha256): IndexNode {
  return levelsOf(page, hash)[0]![0]!
}

/** Root of the index with this top page, as a checkpoint names it. */
export function indexRoot(top: IndexPage | undefined, hash: Sha256 = sha256): Uint8Array {
  return indexHash(top ? foldPage(top, hash) : empty, hash)
}

/** Computed places of pages, cached as long as the page exists. */
const levelsCache = /* @__PURE__ */ new WeakMap<IndexPage, readonly (readonly IndexNode[])[]>()

/** The places of a page by level: its own place first, its sixteen children last. */
function levelsOf(page: IndexPage, hash: Sha256): readonly (readonly IndexNode[])[] {
  const known = levelsCache.get(page)
  if (known) return known
  const levels: IndexNode[][] = [[...page]]
  for (let below = levels[0]!; below.length > 1; below = levels[0]!) {
    const places: IndexNode[] = []
    for (let at = 0; at < below.length; at += 2) places.push(joinNodes(below[at]!, below[at + 1]!, hash))
    levels.unshift(places)
  }
  levelsCache.set(page, levels)
  return levels
}

/** The page with some children replaced. Computes only the places above these children again. */
function replaceChildren(page: IndexPage, changes: ReadonlyMap<number, IndexNode>, hash: Sha256): IndexPage {
  const levels = levelsOf(page, hash).map(level => [...level])
  let places = new Set(changes.keys())
  for (const [child, node] of changes) levels[PAGE_BITS]![child] = node
  for (let level = PAGE_BITS - 1; level >= 0; level--) {
    places = new Set([...places].map(place => place >> 1))
    const below = levels[level + 1]!
    for (const place of places) levels[level]![place] = joinNodes(below[place * 2]!, below[place * 2 + 1]!, hash)
  }
  const changed: IndexPage = [...levels[PAGE_BITS]!]
  levelsCache.set(changed, levels)
  return changed
}

/**
 * Enters the newest entries of subjects and returns the pages that change, by prefix. If a subject occurs twice, the last
 * entry counts; otherwise the order does not matter. The tree depends only on its content, not on how it was built.
 * @throws RangeError when a page that another one refers to is missing
 */
export async function enterIndex(
  entries: readonly IndexEntry[],
  read: PageReader,
  hash: Sha256 = sha256,
): Promise<Map<string, IndexPage>> {
  const newest = new Map(entries.map(entry => [toHex(entry.subject), entry]))
  if (newest.size === 0) return new Map()
  const pages = await readPaths([...newest.keys()], read)
  const changed = new Map<string, IndexPage>()
  enterPage('', newest, pages, changed, hash)
  return changed
}

/** Reads the pages above these subjects, level by level: one call of `read` for each level. */
async function readPaths(subjects: readonly string[], read: PageReader): Promise<Map<string, IndexPage>> {
  const pages = new Map<string, IndexPage>()
  let wanted = new Set([''])
  let remaining = subjects
  for (let depth = 0; wanted.size > 0; depth++) {
    const prefixes = [...wanted]
    for (const [at, page] of (await read(prefixes)).entries()) {
      if (page) pages.set(prefixes[at]!, page)
      // If a missing page were treated as empty, it would be overwritten and its content lost.
      else if (depth > 0) throw new RangeError(`Page ${prefixes[at]} of the index is missing.`)
    }
    remaining = remaining.filter(subject => {
      const child = pages.get(subject.slice(0, depth))?.[Number.parseInt(subject[depth]!, 16)]
      return child?.kind === 'inner'
    })
    wanted = new Set(remaining.map(subject => subject.slice(0, depth + 1)))
  }
  return pages
}

function enterPage(
  prefix: string,
  entries: ReadonlyMap<string, IndexEntry>,
  pages: ReadonlyMap<string, IndexPage>,
  changed: Map<string, IndexPage>,
  hash: Sha256,
): IndexNode {
  const page = pages.get(prefix) ?? emptyPage
  const changes = new Map<number, IndexNode>()
  const byChild = new Map<number, Map<string, IndexEntry>>()
  for (const [subject, entry] of entries) {
    const child = Number.parseInt(subject[prefix.length]!, 16)
    byChild.set(child, (byChild.get(child) ?? new Map()).set(subject, entry))
  }
  for (const [child, childEntries] of byChild) {
    const existing = page[child]!
    const all = new Map(childEntries)
    if (existing.kind === 'leaf') {
      const subject = toHex(existing.entry.subject)
      if (!all.has(subject)) all.set(subject, existing.entry)
    }
    changes.set(
      child,
      existing.kind !== 'inner' && all.size === 1
        ? { kind: 'leaf', entry: [...all.values()][0]! }
        : enterPage(prefix + child.toString(16), all, pages, changed, hash),
    )
  }
  const updated = replaceChildren(page, changes, hash)
  changed.set(prefix, updated)
  return foldPage(updated, hash)
}

/** Finds the newest entries of these subjects. Returns those that exist, by subject in hexadecimal. @throws RangeError when a page is missing */
export async function findInIndex(subjects: readonly Uint8Array[], read: PageReader): Promise<Map<string, IndexEntry>> {
  const names = [...new Set(subjects.map(toHex))]
  const pages = await readPaths(names, read)
  const result = new Map<string, IndexEntry>()
  for (const name of names) {
    for (let depth = 0; ; depth++) {
      const child = pages.get(name.slice(0, depth))?.[Number.parseInt(name[depth]!, 16)]
      if (child?.kind === 'inner') continue
      if (child?.kind === 'leaf' && toHex(child.entry.subject) === name) result.set(name, child.entry)
      break
    }
  }
  return result
}

/** Proves that the index contains a subject, or that it does not. @throws RangeError when a page is missing */
export async function proveIndex(subject: Uint8Array, read: PageReader, hash: Sha256 = sha256): Promise<IndexProof> {
  const name = toHex(subject)
  const pages = await readPaths([name], read)
  const siblings: Uint8Array[] = []
  for (let depth = 0; ; depth++) {
    const page = pages.get(name.slice(0, depth))
    if (!page) return { siblings, end: null }
    const levels = levelsOf(page, hash)
    const child = Number.parseInt(name[depth]!, 16)
    for (let level = 0; ; level++) {
      const node = levels[level]![child >> (PAGE_BITS - level)]!
      if (node.kind === 'empty') return { siblings, end: null }
      if (node.kind === 'leaf') return { siblings, end: node.entry }
      if (level === PAGE_BITS) break
      const sibling = levels[level + 1]![(child >> (PAGE_BITS - level - 1)) ^ 1]!
      siblings.push(indexHash(sibling, hash))
    }
  }
}
