import createPurify, { type Config } from 'dompurify'
import { isSafeAddress } from './safe-link.ts'

const elements = [
  ...['a', 'b', 'blockquote', 'br', 'code', 'div', 'em', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i'],
  ...['img', 'li', 'ol', 'p', 'pre', 's', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead'],
  ...['tr', 'u', 'ul'],
]
const attributes = ['href', 'src', 'alt', 'width', 'height', 'start', 'colspan', 'rowspan']

const config: Config = {
  ALLOWED_TAGS: elements,
  ALLOWED_ATTR: attributes,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

const purify = createPurify()
purify.addHook('uponSanitizeAttribute', (_element, attribute) => {
  // Stricter than the library, which allows data addresses for pictures.
  if ((attribute.attrName === 'href' || attribute.attrName === 'src') && !isSafeAddress(attribute.attrValue))
    attribute.keepAttr = false
})
purify.addHook('afterSanitizeAttributes', element => {
  if (element.tagName !== 'A') return
  element.setAttribute('rel', 'noopener noreferrer')
  element.setAttribute('target', '_blank')
})

/**
 * Rich text with only the elements and attributes that the editor produces; links open in a new tab. The server cleans
 * what it stores; this is for text from elsewhere.
 */
export function cleanHtml(html: string): DocumentFragment {
  return purify.sanitize(html, { ...config, RETURN_DOM_FRAGMENT: true })
}

export function cleanHtmlText(html: string): string {
  return purify.sanitize(html, config)
}
