import { isUtf8 } from 'node:buffer'
import { invalid, Refusal } from '../refusal.ts'

/** No form nests deeper. Deeper values overflow the stack of whatever walks them. */
const maxDepth = 64

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]

/**
 * Parses the JSON of a request (RFC 8259) in time linear in its length.
 * @returns undefined for an empty body: clients may name JSON and send none, and a route that needs one validates it itself
 * @throws Refusal bodyNotJson, bodyTooDeep, bodyNameTwice, invalid for a text that is no Unicode
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  // A decoder would replace what is no UTF-8 without a word.
  if (!isUtf8(bytes)) throw new Refusal('bodyNotJson')
  const text = bytes.toString('utf8')
  const names = countNames(text)
  const value = parseText(text)
  const walk = { names: 0 }
  const broken = findBrokenText(value, walk)
  if (broken) throw invalid([{ field: broken.join('.'), error: 'notUnicode' }])
  // The parser takes the last of two equal names. Others take the first, and so decide about another body than ours.
  if (walk.names < names) throw new Refusal('bodyNameTwice')
  return value
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    throw new Refusal('bodyNotJson')
  }
}

/**
 * Number of names in a JSON text: its colons outside of texts.
 * @throws Refusal bodyTooDeep before anything parses the text
 */
function countNames(text: string): number {
  let [names, depth] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === quote) at = endOfText(text, at)
    else if (char === colon) names++
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > maxDepth) throw new Refusal('bodyTooDeep')
    } else if (char === 0x5d || char === 0x7d) depth--
  }
  return names
}

/** Place of the quotation mark that ends the text beginning at `start`. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === backslash) before--
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

/**
 * Counts the names of a parsed value and looks for a text with half a surrogate pair, which is no character: UTF-8 cannot
 * carry it, so that it would be read back as another one.
 * @returns the path of such a text, or undefined
 * @throws Refusal bodyNotJson for names that would change the prototype of whatever copies the value
 */
function findBrokenText(value: unknown, walk: { names: number }): string[] | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const broken = findBrokenText(value[index], walk)
      if (broken) return [String(index), ...broken]
    }
    return undefined
  }
  for (const name in value) {
    walk.names++
    const item: unknown = value[name as never]
    if (name === '__proto__' || (name === 'constructor' && isObjectWithPrototype(item)))
      throw new Refusal('bodyNotJson')
    const broken = name.isWellFormed() ? findBrokenText(item, walk) : []
    if (broken) return [...(name.isWellFormed() ? [name] : []), ...broken]
  }
  return undefined
}

const isObjectWithPrototype = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
