import sanitizeHtml from 'sanitize-html'

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** What a rich text says, as plain text with its line breaks: the public page shows no mark-up of others. */
export function plainText(html: string | null): string {
  if (!html) return ''
  const broken = html.replace(/<br\s*\/?>|<\/(p|div|li|h[1-6]|tr|blockquote)>/gi, '\n')
  return sanitizeHtml(broken, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot);/g, entity => entities[entity]!)
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
