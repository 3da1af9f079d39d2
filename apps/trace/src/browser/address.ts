import { parseCode } from '@timbermark/codes'

/**
 * The code that the page was opened with, canonical, as the address bar has it; null when it holds none. What the page itself
 * says of its code counts for nothing: it could be the page of other goods.
 */
export function codeOfAddress(address: string): string | null {
  const parsed = parseCode(address)
  return parsed.ok ? parsed.code : null
}
