import sanitizeHtml from 'sanitize-html'

const fileAddress = /^\/api\/file\/([A-Za-z0-9_-]{22,43})(?:\?.*)?$/
const color = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]{1,40}\)$/i]
const length = [/^(?:auto|\d{1,4}(?:\.\d{1,3})?(?:px|em|rem|%))$/]

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...[
      'p',
      'br',
      'hr',
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'blockquote',
      'pre',
      'code',
      'ul',
      'ol',
      'li',
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'sub',
      'sup',
      'span',
    ],
    ...['a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height', 'style'],
    td: ['colspan', 'rowspan', 'style'],
    th: ['colspan', 'rowspan', 'style'],
    ol: ['start', 'style'],
  },
  allowedStyles: {
    '*': {
      'text-align': [/^(?:left|right|center|justify)$/],
      color,
      'background-color': color,
      'font-size': length,
      'line-height': [/^\d(?:\.\d{1,2})?$/],
      width: length,
      height: length,
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'object',
    'embed',
    'svg',
    'math',
    'template',
    'title',
    'xmp',
  ],
  nestingLimit: 40,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer', target: '_blank' } }),
    // Pictures are uploads of ours, named without the signature that expires; any other address is dropped.
    img: (tagName, { src = '', ...attribs }) => {
      const id = fileAddress.exec(src)?.[1]
      return { tagName, attribs: id ? { ...attribs, src: `/api/file/${id}` } : {} }
    },
  },
  exclusiveFilter: frame => frame.tag === 'img' && !frame.attribs.src,
}

/** Rich text reduced to what is allowed: no scripts, no handlers, no pictures from elsewhere. */
export function cleanRichText(html: string): string {
  return sanitizeHtml(html, options)
}

const { a, img } = options.transformTags as { a: sanitizeHtml.Transformer; img: sanitizeHtml.Transformer }

/**
 * For pages without an account: no style of its own, which their content policy forbids; headings one level down, because
 * the title is the first; links that search engines do not follow.
 */
const publicOptions: sanitizeHtml.IOptions = {
  ...options,
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  transformTags: {
    a: (tagName, attribs) => {
      const link = a(tagName, attribs)
      return { ...link, attribs: { ...link.attribs, rel: 'nofollow ugc noopener noreferrer' } }
    },
    img: (tagName, attribs) => {
      const picture = img(tagName, attribs)
      return { ...picture, attribs: { alt: '', ...picture.attribs, loading: 'lazy' } }
    },
    h1: 'h2',
    h2: 'h3',
    h3: 'h4',
    h4: 'h5',
    h5: 'h6',
  },
}

/** `cleanRichText` for the public reading pages. */
export function publicRichText(html: string): string {
  return sanitizeHtml(html, publicOptions)
}

/** Text of rich text, for a description: no markup, blanks as one. */
export function plainRichText(html: string): string {
  return sanitizeHtml(html.replace(/<(?:\/(?:p|h\d|li|td|th|blockquote|pre)|br)\b[^>]*>/gi, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: options.nonTextTags ?? [],
  })
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Ids of the uploads shown in cleaned rich text. */
export function picturesIn(html: string): string[] {
  return [
    ...new Set([...html.matchAll(/<img [^>]*src="\/api\/file\/([A-Za-z0-9_-]{22,43})"/g)].map(match => match[1]!)),
  ]
}

/** Whether the text is blank: an emptied editor still holds a paragraph. */
export function isBlank(html: string): boolean {
  return (
    picturesIn(html).length === 0 &&
    sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replace(/&nbsp;|[\s\u00a0\u200b]/g, '') === ''
  )
}
