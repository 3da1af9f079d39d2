import { FormatError, fromBase64, toBase64 } from '../bytes.ts'

/** Writes base64url without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
}

/** Parses base64url: no padding, no white space, unused bits zero. @throws FormatError for anything else */
export function fromBase64Url(text: string): Uint8Array {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) throw new FormatError('not base64url')
  const padded = text.replaceAll('-', '+').replaceAll('_', '/')
  return fromBase64(padded + '='.repeat((4 - (padded.length % 4)) % 4))
}
