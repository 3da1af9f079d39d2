import { FormatError, isWellFormed } from './bytes.ts'

/** Any JSON value, as JSON.parse returns it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Maximal nesting of arrays and objects. Stops cycles and hostile texts long before the stack overflows. */
const MAX_DEPTH = 100

/** Member names and item indices that lead from the root to a value. */
type Path = (string | number)[]

function refuse(path: Path, reason: string): never {
  const text = path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at > 0 ? `.${step}` : step)).join('')
  throw new FormatError(`${text || 'value'}: ${reason}`)
}

function quote(text: string, path: Path): string {
  if (!isWellFormed(text)) refuse(path, 'lone surrogate')
  // JSON.stringify uses exactly the escapes that RFC 8785, 3.2.2.2 prescribes.
  return JSON.stringify(text)
}

function write(value: unknown, path: Path): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quote(value, path)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse(path, 'not a finite number')
    // ECMAScript's number text is the canonical one (RFC 8785, 3.2.2.3); it writes -0 as 0.
    return String(value)
  }
  if (typeof value !== 'object') refuse(path, `${typeof value} has no JSON form`)
  if (path.length >= MAX_DEPTH) refuse(path, 'nested too deeply or cyclic')
  const parts: string[] = []
  if (Array.isArray(value)) {
    // By index, so that the holes of a sparse array are refused as undefined.
    for (let at = 0; at < value.length; at++) {
      path.push(at)
      parts.push(write(value[at], path))
      path.pop()
    }
    return `[${parts.join()}]`
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  // A date, a map or a byte array has several plausible JSON forms: the caller must choose one.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) refuse(path, 'not a plain object')
  if (Object.getOwnPropertySymbols(value).length > 0) refuse(path, 'a symbol has no JSON form')
  const members = value as Record<string, unknown>
  // sort() orders by UTF-16 code units, as RFC 8785, 3.2.3 requires.
  for (const key of Object.keys(members).sort()) {
    path.push(key)
    parts.push(`${quote(key, path)}:${write(members[key], path)}`)
    path.pop()
  }
  return `{${parts.join()}}`
}

/**
 * Canonical JSON text of a value (RFC 8785). Its UTF-8 bytes are the input of the hashes.
 *
 * Throws FormatError, naming the place, for values that have no canonical form: NaN and infinities, lone surrogates, undefined,
 * functions, symbols, BigInt, sparse arrays, objects that are not plain (dates, maps, class instances) and more than 100
 * levels. Unlike JSON.stringify it never drops or converts a member silently.
 */
export function canonicalize(value: unknown): string {
  return write(value, [])
}

/**
 * Parses a text that must already be canonical JSON (RFC 8785).
 *
 * Throws FormatError when the text is not JSON or not in canonical form: duplicate keys, white space, another order of
 * members, another spelling of a number or of an escape. So no two readers can understand one text differently.
 */
export function parseCanonical(text: string): Json {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    throw new FormatError('not JSON')
  }
  // If the members are in order already, JSON.stringify writes the canonical text in a fraction of the time.
  if ((isOrdered(value, 0) ? JSON.stringify(value) : canonicalize(value)) !== text)
    throw new FormatError('not in canonical form')
  return value
}

/** True when the members of every object are in canonical order and every value has a canonical form. */
function isOrdered(value: Json, depth: number): boolean {
  if (typeof value === 'string') return isWellFormed(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) {
    for (const item of value) if (!isOrdered(item, depth + 1)) return false
    return true
  }
  let before: string | undefined
  for (const key of Object.keys(value)) {
    if (before !== undefined && !(before < key)) return false
    if (!isWellFormed(key) || !isOrdered(value[key]!, depth + 1)) return false
    before = key
  }
  return true
}
