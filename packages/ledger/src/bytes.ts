/** Bytes, hexadecimal, base64 and UTF-8 with what every browser and Node have in common. */

/** A text or a byte string is not in the form that its standard asks for. The message names the rule. */
export class FormatError extends Error {
  constructor(message: string) {
    super(message)
    // Not a class field: those cost older build targets a helper as large as the rest of this file.
    this.name = 'FormatError'
  }
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** UTF-8 bytes of a well-formed string. A lone surrogate would become U+FFFD: check with `isWellFormed` before. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

const scratch = /* @__PURE__ */ new Uint8Array(4096)

/** The same for what is hashed at once: a text of some length stands in room that the next call writes over. */
export function utf8Scratch(text: string): Uint8Array {
  return text.length * 3 > scratch.length ? utf8(text) : scratch.subarray(0, encoder.encodeInto(text, scratch).written)
}

/** False when the string holds a lone surrogate, which has no UTF-8 form. */
export function isWellFormed(text: string): boolean {
  // Browsers older than Chrome 111 have only the way round.
  if (typeof text.isWellFormed === 'function') return text.isWellFormed()
  // With the u flag a class of surrogates matches only those without a partner.
  return !/[\ud800-\udfff]/u.test(text)
}

/** True when the string holds an ASCII control character (below U+0020) other than a newline. */
export function hasControl(text: string): boolean {
  return Array.from(text).some(char => char < ' ' && char !== '\n')
}

/** Lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at++) text += (bytes[at]! < 16 ? '0' : '') + bytes[at]!.toString(16)
  return text
}

/** Reads hexadecimal in either case. Throws FormatError on anything else. */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || /[^0-9a-f]/i.test(text)) throw new FormatError('not hexadecimal')
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(i * 2, i * 2 + 2), 16))
}

/** Standard base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at++) binary += String.fromCharCode(bytes[at]!)
  return btoa(binary)
}

/** Reads standard base64: padding present, no white space, unused bits zero. Throws FormatError on anything else. */
export function fromBase64(text: string): Uint8Array {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    throw new FormatError('not base64')
  }
  // atob forgives white space, missing padding and stray bits; one text per value keeps signatures comparable.
  if (btoa(binary) !== text) throw new FormatError('not base64')
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** True when both hold the same bytes. Not for secrets: the time it takes depends on them. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

/** A copy of a part, as `slice` makes of a Uint8Array; that of Node's Buffer would share the memory. */
export function copyBytes(bytes: Uint8Array, from = 0, to = bytes.length): Uint8Array {
  return new Uint8Array(bytes.subarray(from, to))
}

/** The parts one after the other in a new array. */
export function concatBytes(...parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
