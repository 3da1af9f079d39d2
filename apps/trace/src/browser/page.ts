import { type Format, moment } from '../format.ts'
import { readItemCode } from '../security-code.ts'

/** Writes the page's clock times for the reader's own clock; the moment in UTC stays in the title. */
export function localiseMoments(root: ParentNode, format: Format): void {
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-moment]')) {
    element.title = element.textContent ?? ''
    element.textContent = moment(element.dateTime, format)
  }
}

/** A printed page shows everything, and folds back afterwards. */
export function unfoldForPrint(root: Document): void {
  let folded: HTMLDetailsElement[] = []
  addEventListener('beforeprint', () => {
    folded = [...root.querySelectorAll<HTMLDetailsElement>('details.record-details:not([open])')]
    for (const details of folded) details.open = true
  })
  addEventListener('afterprint', () => {
    for (const details of folded) details.open = false
  })
}

/** The code field takes what people paste: spaced codes and whole addresses. */
export function bindCodeField(root: Document): void {
  root.addEventListener('submit', event => {
    const form = event.target as Element | null
    const field = form?.matches('form[data-enter]') ? form.querySelector('input') : null
    if (field) field.value = readItemCode(field.value)
  })
}

/** A link to a stage unfolds it, so that the reader lands on something. */
export function openLinkedStage(root: Document): void {
  const open = () => {
    const target = location.hash.startsWith('#stage-') ? root.getElementById(location.hash.slice(1)) : null
    target?.querySelector('details')?.setAttribute('open', '')
  }
  addEventListener('hashchange', open)
  open()
}
