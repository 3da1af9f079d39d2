import { type Format, number } from '../format.ts'
import type { Texts } from '../texts.ts'
import { localiseMoments } from './page.ts'

/** Fetches the page behind a link. Rejects when it is not to be had. */
export type OpenPage = (url: string) => Promise<Document>

/**
 * Puts the records that a window leaves out in their place: the server draws them, as the page behind the link, and they
 * are told to `arrived` so that they are proven like the others.
 */
export function bindHistories(
  root: Document,
  texts: Texts,
  format: Format,
  arrived: () => void,
  open: OpenPage = openPage,
): void {
  let busy = false
  root.addEventListener('click', event => {
    const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('[data-gap] a')
    const mouse = event as MouseEvent
    if (!link || mouse.ctrlKey || mouse.metaKey || mouse.shiftKey) return
    event.preventDefault()
    if (busy) return
    busy = true
    void extend(root, link, texts, format, open)
      .then(added => {
        if (added) arrived()
      })
      .finally(() => {
        busy = false
      })
  })
}

async function extend(
  root: Document,
  link: HTMLAnchorElement,
  texts: Texts,
  format: Format,
  open: OpenPage,
): Promise<boolean> {
  const gap = link.closest<HTMLElement>('[data-gap]')
  const note = gap?.querySelector('p')
  const status = root.querySelector<HTMLElement>(`[data-history="${gap?.dataset.gap}"]`)
  if (!gap || !note || !status) return false
  const { shown, total } = status.dataset
  link.setAttribute('aria-disabled', 'true')
  status.textContent = texts.t('trace.history.loading')
  try {
    const page = await open(link.href)
    const records = newRecords(root, page, gap.dataset.gap ?? '')
    const first = records[0]
    gap.before(...records)
    for (const record of records) localiseMoments(record, format)
    const now = Number(shown) + records.length
    const hidden = Number(gap.dataset.hidden) - records.length
    status.dataset.shown = String(now)
    status.textContent = texts.t('trace.history.shown', {
      shown: number(now, format),
      total: number(Number(total), format),
    })
    const summary = root.querySelector<HTMLElement>('[data-history-summary]')
    if (summary) {
      const all = Number(summary.dataset.shown) + records.length
      summary.dataset.shown = String(all)
      summary.textContent = texts.t('trace.history.summary', {
        shown: number(all, format),
        total: number(Number(summary.dataset.total), format),
      })
    }
    const next = page.querySelector<HTMLAnchorElement>(`[data-gap="${gap.dataset.gap}"] a`)
    if (!next || !first || hidden <= 0) gap.remove()
    else {
      gap.dataset.hidden = String(hidden)
      note.textContent = texts.count('trace.history.hidden', hidden, number(hidden, format), format.language)
      link.setAttribute('href', next.getAttribute('href') ?? '')
      link.removeAttribute('aria-disabled')
    }
    // Reading goes on where it stopped, also for those who read with the keyboard.
    first?.setAttribute('tabindex', '-1')
    first?.focus({ preventScroll: true })
    return records.length > 0
  } catch {
    status.textContent = texts.t('trace.history.failed')
    link.removeAttribute('aria-disabled')
    return false
  }
}

/** The records of a stage on the fetched page up to the first that stands here already. */
function newRecords(root: Document, page: Document, stage: string): HTMLElement[] {
  const drawn = [...page.querySelectorAll<HTMLElement>(`#stage-${stage} [data-record]`)]
  const known = drawn.findIndex(({ dataset }) => root.querySelector(`[data-record="${dataset.record}"]`))
  return (known < 0 ? drawn : drawn.slice(0, known)).map(record => root.importNode(record, true))
}

async function openPage(url: string): Promise<Document> {
  const response = await fetch(url, { signal: AbortSignal.timeout?.(60_000) })
  if (!response.ok) throw new Error(`${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
