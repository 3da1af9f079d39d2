import { saveReaderState, restoreReaderState } from './reader-state.ts'

/** Attributes of the root that the script sets itself, or that say the language of the page. */
const keptRootAttributes = ['lang', 'data-verdict', 'data-item']
/** Path of the built files of this page only. */
const assetsPath = '/t/assets/'
const iconPath = '/t/icon.svg'

/**
 * Creates an invisible body for a page that is drawn while another is shown. It has its final width, so that the browser lays it
 * out part by part. It is a second body because the server's body may have attributes or a shadow root.
 */
export function createHiddenBody(root: Document): HTMLElement {
  const body = root.createElement('body')
  body.className = 'ahead'
  body.inert = true
  root.documentElement.append(body)
  return body
}

/**
 * Replaces everything that the server sent with the page in `newBody`. Nothing of a page that was changed in transit survives,
 * neither elements nor styles nor root attributes. What the reader typed and opened, the focus and the scroll position stay.
 * @param onLeave called after the reader's state is saved and before anything of the old page is removed
 */
export function takeOver(root: Document, newBody: HTMLElement, onLeave: () => void): void {
  const readerState = saveReaderState(root)
  onLeave()
  const { scrollX, scrollY } = root.defaultView ?? { scrollX: 0, scrollY: 0 }
  const html = root.documentElement
  for (const { name } of [...html.attributes]) if (!keptRootAttributes.includes(name)) html.removeAttribute(name)
  cleanHead(root.head)
  for (const element of [...html.children]) if (element !== root.head && element !== newBody) element.remove()
  for (const { name } of [...newBody.attributes]) newBody.removeAttribute(name)
  restoreReaderState(root, readerState)
  root.defaultView?.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
}

function cleanHead(head: HTMLElement): void {
  for (const element of [...head.children]) {
    if (isPageStyle(element)) stripAttributes(element, ['rel', 'href'])
    else if (isAllowedMeta(element)) stripAttributes(element, ['charset', 'name', 'content', 'media'])
    else if (element instanceof HTMLTitleElement) stripAttributes(element, [])
    else if (!(element instanceof HTMLScriptElement || isPageIcon(element))) element.remove()
  }
}

/** Metadata about how to display the page. The server's metadata about the item is not proven and is removed. */
const allowedMetaNames = ['viewport', 'color-scheme', 'theme-color', 'format-detection', 'robots']

function isAllowedMeta(element: Element): boolean {
  return (
    element instanceof HTMLMetaElement && (element.hasAttribute('charset') || allowedMetaNames.includes(element.name))
  )
}

function isPageStyle(element: Element): boolean {
  const path = sameOriginPath(element, 'stylesheet')
  return path?.startsWith(assetsPath) === true && path.endsWith('.css')
}

function isPageIcon(element: Element): boolean {
  return sameOriginPath(element, 'icon') === iconPath
}

/** Path of a link element of one kind that points to this site. */
function sameOriginPath(element: Element, kind: string): string | undefined {
  if (!(element instanceof HTMLLinkElement) || element.rel !== kind) return undefined
  const { origin, pathname } = new URL(element.href, location.href)
  return origin === location.origin ? pathname : undefined
}

/** Removes attributes that could disable or change an element. */
function stripAttributes(element: Element, allowed: readonly string[]): void {
  for (const { name } of [...element.attributes]) if (!allowed.includes(name)) element.removeAttribute(name)
}
