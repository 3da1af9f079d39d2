import { FormatError, isWellFormed } from './bytes.ts'

/** Any JSON value, as JSON.parse gives it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** How deep arrays and objects may be nested: stops cycles and hostile texts long before the stack does. */
const MAX_DEPTH = 100

/** Names of members and numbers of items on the way to a place. */
type Path = (string | number)[]

function refuse(way: Path, reason: string): never {
  const path = way.map((step, at) => (typeof step === 'number' ? `[${step}]` : at > 0 ? `.${step}` : step)).join('')
  throw new FormatError(`${path || 'value'}: ${reason}`)
}

function quote(text: string, way: Path): string {
  if (!isWellFormed(text)) refuse(way, 'lone surrogate')
  // The escapes of JSON.stringify are those that RFC 8785, 3.2.2.2 prescribes.
  return JSON.stringify(text)
}

function write(value: unknown, way: Path): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quote(value, way)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse(way, 'not a finite number')
    // ECMAScript's own number text is the canonical one (3.2.2.3); it writes -0 as 0.
    return String(value)
  }
  if (typeof value !== 'object') refuse(way, `${typeof value} has no JSON form`)
  if (way.length >= MAX_DEPTH) refuse(way, 'nested too deep or in a circle')
  const parts: string[] = []
  if (Array.isArray(value)) {
    // By number, so that the holes of a sparse array are refused as undefined.
    for (let at = 0; at < value.length; at++) {
      way.push(at)
      parts.push(write(value[at], way))
      way.pop()
    }
    return `[${parts.join()}]`
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  // A date, a map or a byte array has many plausible JSON forms: the caller must choose one.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) refuse(way, 'not a plain object')
  if (Object.getOwnPropertySymbols(value).length > 0) refuse(way, 'a symbol has no JSON form')
  const members = value as Record<string, unknown>
  // The default order of sort() is by UTF-16 code units, as 3.2.3 asks.
  for (const key of Object.keys(members).sort()) {
    way.push(key)
    parts.push(`${quote(key, way)}:${write(members[key], way)}`)
    way.pop()
  }
  return `{${parts.join()}}`
}

/**
 * Canonical JSON text of a value (RFC 8785). Its UTF-8 bytes are what gets hashed.
 *
 * Throws FormatError, naming the place, for what has no canonical form: NaN and infinities, lone surrogates, undefined,
 * functions, symbols, BigInt, sparse arrays, objects that are not plain (dates, maps, class instances) and more than 100
 * levels. Unlike JSON.stringify it never drops or converts a member silently.
 */
export function canonicalize(value: unknown): string {
  return write(value, [])
}

/**
 * Reads a text that must already be canonical, and gives its value.
 *
 * Throws FormatError when the text is not JSON or not in canonical form. Double keys, white space, another order, another
 * spelling of a number or an escape all fall under this, so two readers cannot understand one text differently.
 */
export function parseCanonical(text: string): Json {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    throw new FormatError('not JSON')
  }
  // Where nothing has to be put in order, the browser's own writing is the canonical one, in a fraction of the time.
  if ((isOrdered(value, 0) ? JSON.stringify(value) : canonicalize(value)) !== text)
    throw new FormatError('not in canonical form')
  return value
}

/** Do the members of every object come in canonical order, and is there nothing in it that has no canonical form? */
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
