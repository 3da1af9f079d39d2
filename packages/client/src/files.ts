// The package is compiled without the DOM library (Node programs import it too), so the few browser types it needs are
// declared here.
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

/** File name in a `Content-Disposition` header (RFC 6266). Prefers the extended form (RFC 8187); removes any path. */
export function fileNameOf(disposition: string | null): string | null {
  if (!disposition) return null
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition)
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition)
  let name = (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim()
  if (extended) {
    try {
      name = decodeURIComponent(extended[1]!.trim())
    } catch {
      // The extended form is malformed: keep the plain one.
    }
  }
  return name.split(/[/\\]/).pop() || null
}

/** Saves a file through the browser's download. */
export function saveBlob(blob: Blob, name: string): void {
  const page = (globalThis as { document?: unknown }).document as Page
  const link = page.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.hidden = true
  page.body.append(link)
  link.click()
  link.remove()
  // Some browsers load the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
