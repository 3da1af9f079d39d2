/** Problems that the browser can detect without asking the server. */
export type CodeFault = 'empty' | 'format' | 'isCode'

/**
 * Normalizes a typed code: lower case, spaces, full-width characters and the dashes of word processors become what is printed.
 * Look-alikes (O and 0) are left to the server, which knows the code's alphabet.
 */
export function normalizeSecurityCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200f\ufeff]+/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .toUpperCase()
}

/** The problem with a security code; undefined when it may be valid. */
export function findCodeFault(securityCode: string, itemCode: string): CodeFault | undefined {
  if (securityCode === '') return 'empty'
  if (securityCode === itemCode) return 'isCode'
  return /^[0-9A-Z$*+\-./:%]{4,40}$/.test(securityCode) ? undefined : 'format'
}
