import { parseCode } from '@timbermark/codes'

/** Linear codes, which the messaging platform's scanner returns as `TYPE,value`. */
const linear = /^(?:EAN_8|EAN_13|CODE_25|CODE_39|CODE_128|UPC_A|UPC_E),/
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

/** Parses what a scanner read or a person typed: a plain code, our trace address in any form, a platform address, or anything else. */
export function parseScan(text: string): ScanText {
  const plain = text.trim().replace(linear, '')
  const parsed = parseCode(plain)
  if (parsed.ok) return { kind: 'own', code: parsed.code }
  const code = platform.test(plain) ? plain : codeInAddress(plain)
  return code && code.length <= longestForeign ? { kind: 'foreign', code } : { kind: 'none' }
}

/** An imported code keeps its spelling, also inside a trace address. */
function codeInAddress(plain: string): string | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(plain)) return plain
  const match =
    /^https?:\/\/[^/]+\/c\/([^/?#]+)/i.exec(plain) ?? /^https?:\/\/[^/]+\/c\/?\?(?:[^#]*&)?code=([^&#]+)/i.exec(plain)
  if (!match) return null
  try {
    return decodeURIComponent(match[1]!.replaceAll('+', ' ')).trim()
  } catch {
    return null
  }
}
