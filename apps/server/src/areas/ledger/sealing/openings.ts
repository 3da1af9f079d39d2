import { type Fields, openingOf, type SealedStatement, parseFields } from './content.ts'

type Opening = ReturnType<typeof openingOf>

/** Values derived from a content, each computed on first use. */
interface CachedContent {
  of: SealedStatement
  opening?: Opening
  fields?: Fields
}

/** Size of the cache, about 25 kB per content; the least recently used goes first. */
const maxCached = 2000

const cache = new Map<string, CachedContent>()

const parts = ['open', 'withheld', 'personal'] as const

function cachedContent(content: SealedStatement): CachedContent {
  const name = content.digest.toString('base64')
  const cached = cache.get(name)
  // The stored row may have been changed outside of the server: then readers get the changed content, and see the mismatch.
  const isSame =
    cached && parts.every(part => cached.of[part] === content[part]) && cached.of.secret.equals(content.secret)
  const entry = isSame ? cached : { of: content }
  cache.delete(name)
  cache.set(name, entry)
  if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
  return entry
}

/** Opening of all open fields of a content. Contents never change, so that many readers of one batch cost one opening. */
export function fullOpening(content: SealedStatement): Opening {
  const cached = cachedContent(content)
  cached.opening ??= openingOf(content)
  return cached.opening
}

/** The open fields of a content, parsed once for all readers: callers must not modify them. */
export function openFields(content: SealedStatement): Fields {
  const cached = cachedContent(content)
  cached.fields ??= parseFields(content.open)
  return cached.fields
}
