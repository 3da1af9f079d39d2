/** An address that is safe in a link or an image: on this site or plain web; anything else (`javascript:` ...) is dropped. */
export function safeUrl(url: string): string | undefined {
  if (/^\/(?![/\\])/.test(url)) return url
  return /^https?:\/\//i.test(url) ? url : undefined
}

/** The same page with the records of a stage after one of them, for readers without scripts. */
export function recordsUrl(url: string, stage: string, after: string): string {
  const parsed = new URL(url, 'http://page.invalid')
  parsed.searchParams.set('stage', stage)
  parsed.searchParams.set('after', after)
  return `${parsed.pathname}${parsed.search}#stage-${stage}`
}

/** The same page with the first window of every stage. */
export function windowUrl(url: string, stage: string): string {
  const parsed = new URL(url, 'http://page.invalid')
  parsed.searchParams.delete('stage')
  parsed.searchParams.delete('after')
  return `${parsed.pathname}${parsed.search}#stage-${stage}`
}

/** The same page in another language, for readers without scripts. */
export function languageUrl(url: string, language: string): string {
  const parsed = new URL(url, 'http://page.invalid')
  parsed.searchParams.set('lang', language)
  return `${parsed.pathname}${parsed.search}`
}
