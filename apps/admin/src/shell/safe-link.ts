/**
 * The address, if an embedded frame may show it: https, and never a page of this site, which would run with its
 * storage.
 */
export function embeddable(address: string, pageOrigin: string): string | null {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' && url.origin !== pageOrigin && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}

/** The address, if it may be opened in a new window: http or https, nothing that runs here. */
export function openable(address: string): string | null {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  } catch {
    return null
  }
}

/** Opens another site without giving it a handle on this page. */
export function openOutside(address: string): void {
  const url = openable(address)
  if (url) window.open(url, '_blank', 'noopener,noreferrer')
}

/** Whether rich text may link to the address: this site, the web and mail; no script, no data. */
export function isSafeAddress(address: string): boolean {
  const plain = [...address].filter(letter => letter > ' ').join('')
  return /^(https?:|mailto:|tel:)/i.test(plain) || !/^[^/?#]*:/.test(plain)
}
