/** Brings a form part into view and focuses its input. */
export function scrollToPart(at: string): void {
  const part = findPart(at)
  const row = /^rows\.[^.]+/.exec(at)?.[0]
  if (!part && row && row !== at) {
    // A row that is collapsed opens first.
    findPart(row)?.querySelector<HTMLElement>('[aria-expanded="false"]')?.click()
    setTimeout(() => scrollToPart(findPart(at) ? at : row))
    return
  }
  if (!part) return
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  part.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
  const input = part.matches('fieldset') ? part : part.querySelector<HTMLElement>('input, select, textarea, button')
  ;(input ?? part).focus({ preventScroll: true })
}

const findPart = (at: string) => document.querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"]`)
