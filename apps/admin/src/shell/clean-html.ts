const allowed: Record<string, readonly string[]> = {
  A: ['href'],
  B: [],
  BLOCKQUOTE: [],
  BR: [],
  CODE: [],
  DIV: [],
  EM: [],
  FIGURE: [],
  H1: [],
  H2: [],
  H3: [],
  H4: [],
  H5: [],
  H6: [],
  HR: [],
  I: [],
  IMG: ['src', 'alt', 'width', 'height'],
  LI: [],
  OL: ['start'],
  P: [],
  PRE: [],
  S: [],
  SPAN: [],
  STRONG: [],
  SUB: [],
  SUP: [],
  TABLE: [],
  TBODY: [],
  TD: ['colspan', 'rowspan'],
  TH: ['colspan', 'rowspan'],
  THEAD: [],
  TR: [],
  U: [],
  UL: [],
}
/** Left out with everything inside; any other unknown element gives way to what it holds. */
const dropped = new Set(['SCRIPT', 'STYLE', 'IFRAME', 'OBJECT', 'EMBED', 'TEMPLATE', 'NOSCRIPT', 'SVG', 'MATH', 'HEAD'])

/** Addresses of this site, of the web and of mail; no script, no data. */
export function isSafeAddress(address: string): boolean {
  const plain = [...address].filter(letter => letter > ' ').join('')
  return /^(https?:|mailto:|tel:)/i.test(plain) || !/^[^/?#]*:/.test(plain)
}

function copy(from: Node, to: Node, document: Document): void {
  for (const node of from.childNodes) {
    if (node.nodeType === 3) to.appendChild(document.createTextNode(node.textContent ?? ''))
    if (node.nodeType !== 1) continue
    const element = node as Element
    const tag = element.tagName.toUpperCase()
    if (dropped.has(tag)) continue
    const attributes = allowed[tag]
    if (!attributes) {
      copy(element, to, document)
      continue
    }
    const kept = document.createElement(tag)
    for (const name of attributes) {
      const value = element.getAttribute(name)
      if (value === null) continue
      if ((name === 'href' || name === 'src') && !isSafeAddress(value)) continue
      kept.setAttribute(name, value)
    }
    if (tag === 'A') {
      kept.setAttribute('rel', 'noopener noreferrer')
      kept.setAttribute('target', '_blank')
    }
    copy(element, kept, document)
    to.appendChild(kept)
  }
}

/**
 * Rich text rebuilt from a list of allowed elements and attributes. The text is read in a document of its own, where
 * nothing loads and nothing runs. The server cleans what it stores; this is for text that came another way.
 */
export function cleanHtml(html: string): DocumentFragment {
  const source = new DOMParser().parseFromString(html, 'text/html')
  const fragment = document.createDocumentFragment()
  copy(source.body, fragment, document)
  return fragment
}

export function cleanHtmlText(html: string): string {
  const holder = document.implementation.createHTMLDocument().createElement('div')
  holder.append(cleanHtml(html))
  return holder.innerHTML
}
