/** What some browsers tell about the connection. */
interface Line {
  saveData?: boolean
  effectiveType?: string
}

function savesData(): boolean {
  const line = (navigator as { connection?: Line }).connection
  return line?.saveData === true || /2g|3g/.test(line?.effectiveType ?? '')
}

let begun = false

/**
 * Prefetches the first files of a page of another program, at low priority: the user is typing a password and will open
 * it soon. The page's document names these files.
 */
export async function fetchAhead(page: '/h5' | '/index'): Promise<void> {
  if (begun || savesData()) return
  begun = true
  const answer = await fetch(page).catch(() => undefined)
  if (!answer?.ok) return
  const seen = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const named of seen.querySelectorAll('script[src], link[rel=modulepreload], link[rel=stylesheet]')) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.as = named.getAttribute('rel') === 'stylesheet' ? 'style' : 'script'
    link.crossOrigin = 'anonymous'
    link.href = named.getAttribute('src') ?? named.getAttribute('href') ?? ''
    document.head.append(link)
  }
}
