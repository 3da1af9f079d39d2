import sanitizeHtml from 'sanitize-html'

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** A rich text as plain text with its line breaks: the public page shows no markup of others. */
export function plainText(html: string | null): string {
  if (!html) return ''
  const broken = html.replace(/<br\s*\/?>|<\/(p|div|li|h[1-6]|tr|blockquote)>/gi, '\n')
  const text = sanitizeHtml(broken, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot);/g, entity => entities[entity]!)
    .replace(/\u00a0/g, ' ')
  // Line by line: a pattern for spaces before a line end examines a long run of spaces once for each of them.
  return text
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
