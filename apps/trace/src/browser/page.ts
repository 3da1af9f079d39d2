import { dateOf, type Format, moment } from '../format.ts'
import { readItemCode } from '../security-code.ts'

/** Writes the page's clock times for the reader's own clock; the moment in UTC stays in the title. */
export function localiseMoments(root: ParentNode, format: Format): void {
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-moment]')) {
    const dayOnly = element.dataset.moment === 'day'
    if (!dayOnly) element.title = element.textContent ?? ''
    element.textContent = (dayOnly ? dateOf : moment)(element.dateTime, format)
  }
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
