import { parseCode } from '@timbermark/codes'

/**
 * The canonical code in the page's address; null without one. The code that the page itself states is not trusted: it could be
 * the page of another item.
 */
export function parseAddressCode(address: string): string | null {
  const parsed = parseCode(address)
  return parsed.ok ? parsed.code : null
}
