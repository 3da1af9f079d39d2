/** An address that may stand in a link or an image: of this site or plain web; anything else (`javascript:` ...) is dropped. */
export function safeUrl(url: string): string | undefined {
  if (/^\/(?![/\\])/.test(url)) return url
  return /^https?:\/\//i.test(url) ? url : undefined
}

/** The same page in another language, for readers without scripts. */
export function languageUrl(url: string, language: string): string {
  const parsed = new URL(url, 'http://page.invalid')
  parsed.searchParams.set('lang', language)
  return `${parsed.pathname}${parsed.search}`
}
