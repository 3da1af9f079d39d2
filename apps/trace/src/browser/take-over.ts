import { keepReader, restoreReader } from './reader.ts'

/** Built files of this page, and of nobody else. */
const ownFiles = '/t/assets/'
const ownIcon = '/t/icon.svg'

/**
 * Room for a page that is drawn beside the one that is shown: as wide as it will be, so that the browser lays it out part by
 * part, and seen by nobody. A body of its own, because the server's may carry attributes or a shadow of its own.
 */
export function roomBeside(root: Document): HTMLElement {
  const body = root.createElement('body')
  body.className = 'ahead'
  body.inert = true
  root.documentElement.append(body)
  return body
}

/**
 * Puts the page that was drawn there in the place of everything that the server sent: nothing of a page that was changed on
 * its way survives, neither elements nor styles nor attributes of the root. What the reader has typed, unfolded and is at stays.
 * @param leave called when what he has done is known, and before anything of the old page is gone
 */
export function takeOver(root: Document, drawn: HTMLElement, leave: () => void): void {
  const kept = keepReader(root)
  leave()
  const { scrollX, scrollY } = root.defaultView ?? { scrollX: 0, scrollY: 0 }
  const html = root.documentElement
  for (const { name } of [...html.attributes])
    if (name !== 'lang' && name !== 'data-verdict') html.removeAttribute(name)
  cleanHead(root.head)
  for (const element of [...html.children]) if (element !== root.head && element !== drawn) element.remove()
  for (const { name } of [...drawn.attributes]) drawn.removeAttribute(name)
  restoreReader(root, kept)
  root.defaultView?.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
}

function cleanHead(head: HTMLElement): void {
  for (const element of [...head.children]) {
    if (isOwnStyle(element)) plain(element, ['rel', 'href'])
    else if (isOwnMeta(element)) plain(element, ['charset', 'name', 'content', 'media'])
    else if (element instanceof HTMLTitleElement) plain(element, [])
    else if (!(element instanceof HTMLScriptElement || isOwnIcon(element))) element.remove()
  }
}

/** How the page is to be shown. What it told of the item for shared links is not proven, and goes. */
const ownMeta = ['viewport', 'color-scheme', 'theme-color', 'format-detection', 'robots']

function isOwnMeta(element: Element): boolean {
  return element instanceof HTMLMetaElement && (element.hasAttribute('charset') || ownMeta.includes(element.name))
}

function isOwnStyle(element: Element): boolean {
  const path = ownPath(element, 'stylesheet')
  return path?.startsWith(ownFiles) === true && path.endsWith('.css')
}

function isOwnIcon(element: Element): boolean {
  return ownPath(element, 'icon') === ownIcon
}

/** Path of a link of one kind that leads to this site. */
function ownPath(element: Element, kind: string): string | undefined {
  if (!(element instanceof HTMLLinkElement) || element.rel !== kind) return undefined
  const { origin, pathname } = new URL(element.href, location.href)
  return origin === location.origin ? pathname : undefined
}

/** Without what could switch it off, or make something else of it. */
function plain(element: Element, kept: readonly string[]): void {
  for (const { name } of [...element.attributes]) if (!kept.includes(name)) element.removeAttribute(name)
}
