/** What is wrong with an anti-counterfeit code before anybody is asked; undefined when it may be one. */
export type CodeFault = 'empty' | 'format' | 'isCode'

/**
 * Reads what people type: small letters, spaces, full-width characters and the dashes of word processors mean what is
 * printed. Look-alikes (O and 0) are left to the server, which knows the code's alphabet.
 */
export function normalizeSecurityCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200f\ufeff]+/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .toUpperCase()
}

export function findCodeFault(securityCode: string, itemCode: string): CodeFault | undefined {
  if (securityCode === '') return 'empty'
  if (securityCode === itemCode) return 'isCode'
  return /^[0-9A-Z$*+\-./:%]{4,40}$/.test(securityCode) ? undefined : 'format'
}

/** The item's code out of what people paste: the code itself, spaced or dashed, or the address behind the QR picture. */
export function parseItemCode(typed: string): string {
  const text = typed.normalize('NFKC').trim()
  const address = /(?:\/c\/|[?&]code=|\/21\/)([0-9A-Za-z]+)/i.exec(text)
  return (address?.[1] ?? text.replace(/[\s-]+/g, '')).toUpperCase()
}
