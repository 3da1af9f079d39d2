import { crockfordValue, fold, fromCrockford, toCrockford, replaceLookAlikes } from './alphabet.ts'

/** Characters in a code value: 5 for the request number, then 15 for the sealed serial. */
export const codeLength = 20
/** Request numbers are 1..maxRequestNumber (25 bits). */
export const maxRequestNumber = 2 ** 25 - 1
/** Serials are 0..maxSerial (25 bits). */
export const maxSerial = 2 ** 25 - 1

/** The parts of a code value that anyone can read without a key. */
export interface CodeParts {
  /** Number of the code request, 1..2^25-1. */
  request: number
  /** First 25 sealed bits: the serial under its mask. */
  hidden: number
  /** Last 50 sealed bits: the tag. Exact in a double. */
  tag: number
}

/**
 * Why a text is not a code value. `character`: a character outside the alphabet (the result names the first one);
 * `request`: the request number is 0, which no request has; `address`: an address that contains no code.
 */
export type CodeFault = 'empty' | 'character' | 'tooShort' | 'tooLong' | 'request' | 'address'

export type ParsedCode =
  | ({ ok: true /** Canonical spelling. */; code: string } & CodeParts)
  | { ok: false; reason: CodeFault; character?: string }

/** Longest text that is parsed, in UTF-16 units. Addresses on labels are much shorter. */
const maxText = 2048

/** Canonical spelling of a code value. The parts must be in the ranges of `CodeParts`; they are not checked. */
export function encodeCode({ request, hidden, tag }: CodeParts): string {
  return toCrockford(request, 5) + toCrockford(hidden, 5) + toCrockford(tag, 10)
}

/**
 * Parses a code value as people type it and scanners send it: any case, O for 0, I or L for 1, spaces, hyphens,
 * full-width characters; or the address on the label in any of its forms (`/c/CODE`, `?code=CODE`, GS1 Digital Link
 * `/01/GTIN/.../21/CODE`) on any host. This checks the spelling only; the key is needed to know whether the code is genuine.
 */
export function parseCode(text: string): ParsedCode {
  if (text.length > maxText) return { ok: false, reason: 'tooLong' }
  let folded = fold(text)
  if (/[/?=]/.test(folded)) {
    const addressCode = codeInAddress(folded)
    if (addressCode === undefined) return { ok: false, reason: 'address' }
    folded = addressCode
  }
  const code = replaceLookAlikes(folded.replaceAll('-', ''))
  if (code === '') return { ok: false, reason: 'empty' }
  for (const character of code) {
    if (crockfordValue(character) < 0) return { ok: false, reason: 'character', character }
  }
  if (code.length !== codeLength) return { ok: false, reason: code.length < codeLength ? 'tooShort' : 'tooLong' }
  const request = fromCrockford(code.slice(0, 5))
  if (request === 0) return { ok: false, reason: 'request' }
  return { ok: true, code, request, hidden: fromCrockford(code.slice(5, 10)), tag: fromCrockford(code.slice(10)) }
}

/** Finds the code in a folded (upper-case, spaceless) address; undefined if there is none. The path takes precedence over the query. */
function codeInAddress(address: string): string | undefined {
  const [beforeHash = ''] = address.split('#')
  const queryStart = beforeHash.indexOf('?')
  const path = (queryStart < 0 ? beforeHash : beforeHash.slice(0, queryStart)).split('/').filter(part => part !== '')
  if (path.length > 1 && path.at(-2) === 'C') return decodePart(path.at(-1)!)
  const item = path.findIndex((part, i) => part === '01' && /^\d{8,14}$/.test(path[i + 1] ?? ''))
  if (item >= 0) {
    // GS1 Digital Link: key and value alternate after the item number: consumer variant (22), lot (10), serial (21).
    for (let i = item + 2; i + 1 < path.length; i += 2) if (path[i] === '21') return decodePart(path[i + 1]!)
  }
  // Some scanners send the query alone: `code=...`.
  const query = queryStart >= 0 ? beforeHash.slice(queryStart + 1) : beforeHash.includes('/') ? '' : beforeHash
  for (const pair of query.split('&'))
    if (pair.startsWith('CODE=')) return decodePart(pair.slice(5).replaceAll('+', ''))
  return undefined
}

/** Decodes percent-encoding and folds the result. Returns invalid encoding unchanged, so that `%` is reported as the fault. */
function decodePart(part: string): string {
  try {
    return fold(decodeURIComponent(part))
  } catch {
    return part
  }
}

/** Splits a code value into four groups of five for reading aloud: `00001-7Q2ZK-...`. `parseCode` accepts this form. */
export function groupCode(code: string): string {
  return code.replace(/(.{5})(?=.)/g, '$1-')
}

/**
 * Address of a code's trace page in upper case: `HTTPS://TRACE.EXAMPLE/C/CODE`. All its characters belong to the
 * alphanumeric mode of a QR symbol (ISO/IEC 18004, 7.4.4), which makes the symbol smaller.
 *
 * @param publicUrl Address of the site: http or https, with or without a path, no query and no fragment.
 * @throws TypeError when `publicUrl` is not such an address or has a character outside that mode.
 */
export function traceAddress(publicUrl: string, code: string): string {
  return tracePrefix(publicUrl) + code
}

/** The part of `traceAddress` before the code: `HTTPS://TRACE.EXAMPLE/C/`. Throws the same errors. */
export function tracePrefix(publicUrl: string): string {
  const url = new URL(publicUrl)
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new TypeError('the public address must be plain http(s), without query, fragment or user')
  }
  const prefix = `${url.origin}${url.pathname.replace(/\/+$/, '')}/C/`.toUpperCase()
  if (/[^0-9A-Z $%*+\-./:]/.test(prefix)) {
    throw new TypeError('the public address has characters that a QR symbol cannot hold in alphanumeric mode')
  }
  return prefix
}
