/** Bytes, hexadecimal, base64 and UTF-8, using only what every browser and Node offer. */

/** A text or a byte string is not in the form that its standard requires. The message names the rule. */
export class FormatError extends Error {
  constructor(message: string) {
    super(message)
    // Not a class field: for older build targets it would add a helper as large as the rest of this file.
    this.name = 'FormatError'
  }
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** UTF-8 bytes of a string. A lone surrogate becomes U+FFFD: check with `isWellFormed` first. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

const scratch = /* @__PURE__ */ new Uint8Array(4096)

/** Like `utf8`, for text that is hashed immediately: a short text is returned in a shared buffer that the next call overwrites. */
export function utf8Scratch(text: string): Uint8Array {
  return text.length * 3 > scratch.length ? utf8(text) : scratch.subarray(0, encoder.encodeInto(text, scratch).written)
}

/** False when the string contains a lone surrogate, which has no UTF-8 form. */
export function isWellFormed(text: string): boolean {
  // Browsers older than Chrome 111 lack `isWellFormed`.
  if (typeof text.isWellFormed === 'function') return text.isWellFormed()
  // With the u flag a class of surrogates matches only those without a partner.
  return !/[\ud800-\udfff]/u.test(text)
}

/** True when the string contains an ASCII control character (below U+0020) other than a newline. */
export function hasControl(text: string): boolean {
  return Array.from(text).some(char => char < ' ' && char !== '\n')
}

/** Writes lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at++) text += (bytes[at]! < 16 ? '0' : '') + bytes[at]!.toString(16)
  return text
}

/** Parses hexadecimal in either case. Throws FormatError for anything else. */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || /[^0-9a-f]/i.test(text)) throw new FormatError('not hexadecimal')
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(i * 2, i * 2 + 2), 16))
}

/** Writes standard base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at++) binary += String.fromCharCode(bytes[at]!)
  return btoa(binary)
}

/** Parses standard base64: padding present, no white space, unused bits zero. Throws FormatError for anything else. */
export function fromBase64(text: string): Uint8Array {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    throw new FormatError('not base64')
  }
  // atob accepts white space, missing padding and unused bits that are not zero. Each value must have exactly one text.
  if (btoa(binary) !== text) throw new FormatError('not base64')
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** True when both have the same bytes. Not for secrets: the time depends on the bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

/** Copies a part, like `slice` of a Uint8Array. (`slice` of Node's Buffer would share the memory.) */
export function copyBytes(bytes: Uint8Array, from = 0, to = bytes.length): Uint8Array {
  return new Uint8Array(bytes.subarray(from, to))
}

/** Concatenates the parts into a new array. */
export function concatBytes(...parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
