/** What an embedded frame may show: https, and never a page of this site, which would run with its storage. */
export function embeddable(address: string, pageOrigin: string): string | null {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' && url.origin !== pageOrigin && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}

/** What may be opened in a new window: http or https, nothing that runs here. */
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

/** What rich text may lead to: addresses of this site, of the web and of mail; no script, no data. */
export function isSafeAddress(address: string): boolean {
  const plain = [...address].filter(letter => letter > ' ').join('')
  return /^(https?:|mailto:|tel:)/i.test(plain) || !/^[^/?#]*:/.test(plain)
}
