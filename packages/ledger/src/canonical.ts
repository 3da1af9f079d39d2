import { FormatError, isWellFormed } from './bytes.ts'

/** Any JSON value, as JSON.parse gives it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** How deep arrays and objects may be nested: stops cycles and hostile texts long before the stack does. */
const MAX_DEPTH = 100

function refuse(path: string, reason: string): never {
  throw new FormatError(`${path || 'value'}: ${reason}`)
}

function quote(text: string, path: string): string {
  if (!isWellFormed(text)) refuse(path, 'lone surrogate')
  // The escapes of JSON.stringify are those that RFC 8785, 3.2.2.2 prescribes.
  return JSON.stringify(text)
}

function write(value: unknown, path: string, depth: number): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quote(value, path)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse(path, 'not a finite number')
    // ECMAScript's own number text is the canonical one (3.2.2.3); it writes -0 as 0.
    return String(value)
  }
  if (typeof value !== 'object') refuse(path, `${typeof value} has no JSON form`)
  if (depth >= MAX_DEPTH) refuse(path, 'nested too deep or in a circle')
  if (Array.isArray(value)) {
    // Array.from visits the holes of a sparse array, so that they are refused as undefined.
    return `[${Array.from(value, (item, i) => write(item, `${path}[${i}]`, depth + 1)).join()}]`
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  // A date, a map or a byte array has many plausible JSON forms: the caller must choose one.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) refuse(path, 'not a plain object')
  if (Object.getOwnPropertySymbols(value).length > 0) refuse(path, 'a symbol has no JSON form')
  const members = value as Record<string, unknown>
  // The default order of sort() is by UTF-16 code units, as 3.2.3 asks.
  const parts = Object.keys(members)
    .sort()
    .map(key => {
      const place = path ? `${path}.${key}` : key
      return `${quote(key, place)}:${write(members[key], place, depth + 1)}`
    })
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
  return write(value, '', 0)
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
  if (canonicalize(value) !== text) throw new FormatError('not in canonical form')
  return value
}
