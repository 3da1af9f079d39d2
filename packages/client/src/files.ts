// The package is checked without the DOM library (it is imported by programs of both kinds), so the few browser
// objects it touches are described here.
interface Anchor {
  href: string
  download: string
  hidden: boolean
  click(): void
  remove(): void
}
interface Page {
  createElement(tag: 'a'): Anchor
  body: { append(node: Anchor): void }
}

/** File name of a `Content-Disposition`: RFC 6266, the extended form (RFC 8187) first; without any path. */
export function fileNameOf(disposition: string | null): string | null {
  if (!disposition) return null
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition)
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition)
  let name = (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim()
  if (extended) {
    try {
      name = decodeURIComponent(extended[1]!.trim())
    } catch {
      // A broken extended form leaves the plain one.
    }
  }
  return name.split(/[/\\]/).pop() || null
}

/** Hands a file to the browser's download. */
export function saveBlob(blob: Blob, name: string): void {
  const page = (globalThis as { document?: unknown }).document as Page
  const link = page.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.hidden = true
  page.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
