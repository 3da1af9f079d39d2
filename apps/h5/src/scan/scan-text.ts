import { readCodes } from '@timbermark/codes'

/** Addresses of the messaging platform's own codes; the server resolves them. */
const platform = /^(?:https?:\/\/)?P\.URL\.CN\/\S+$/i
const longestForeign = 128

export type ScanText =
  /** A code of this product by its format; only the server knows whether it is genuine. */
  | { kind: 'own'; code: string }
  /** May be an imported or messaging-platform code; only the server knows. */
  | { kind: 'foreign'; code: string }
  /** Not a product code. */
  | { kind: 'none' }

/** Parses what a scanner read or a person typed: a code with whatever surrounds it, a platform address, or anything else. */
export function parseScan(text: string): ScanText {
  const plain = text.trim()
  const { codes, values, isInPlace } = readCodes(plain)
  const [first] = codes
  // Text of a code's form anywhere in another link may be one by chance: the server tells.
  if (first) return { kind: isInPlace ? 'own' : 'foreign', code: first.code }
  const code = platform.test(plain) ? plain : values[0]
  return code && code.length <= longestForeign ? { kind: 'foreign', code } : { kind: 'none' }
}
