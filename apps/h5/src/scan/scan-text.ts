import { parseCode } from '@timbermark/codes'

/** Linear codes that the messaging platform's scanner answers as `TYPE,value`. */
const linear = /^(?:EAN_8|EAN_13|CODE_25|CODE_39|CODE_128|UPC_A|UPC_E),/
/** Addresses of the messaging platform's own codes; the server resolves them. */
const platform = /^(?:https?:\/\/)?P\.URL\.CN\/\S+$/i
const longestForeign = 128

export type ScanText =
  /** A code of this product by its spelling; only the server can say that it is genuine. */
  | { kind: 'own'; code: string }
  /** May be an imported or messaging-platform code; only the server knows. */
  | { kind: 'foreign'; code: string }
  /** Cannot be a product code. */
  | { kind: 'none' }

/** What a scanner read or a person typed: a bare code, our trace address in any form, a platform address, anything. */
export function parseScan(text: string): ScanText {
  const plain = text.trim().replace(linear, '')
  const parsed = parseCode(plain)
  if (parsed.ok) return { kind: 'own', code: parsed.code }
  const code = platform.test(plain) ? plain : codeInAddress(plain)
  return code && code.length <= longestForeign ? { kind: 'foreign', code } : { kind: 'none' }
}

/** An imported code keeps its own spelling, also when it stands in a trace address. */
function codeInAddress(plain: string): string | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(plain)) return plain
  const found =
    /^https?:\/\/[^/]+\/c\/([^/?#]+)/i.exec(plain) ?? /^https?:\/\/[^/]+\/c\/?\?(?:[^#]*&)?code=([^&#]+)/i.exec(plain)
  if (!found) return null
  try {
    return decodeURIComponent(found[1]!.replaceAll('+', ' ')).trim()
  } catch {
    return null
  }
}
