import { formatDate, type Format, formatMoment } from '../format.ts'
import { parseAddressCode } from './address.ts'

/** Rewrites the page's clock times in the reader's time zone; the moment in UTC stays in the title. */
export function localiseMoments(root: ParentNode, format: Format): void {
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-moment]')) {
    const dayOnly = element.dataset.moment === 'day'
    if (!dayOnly) element.title = element.textContent ?? ''
    element.textContent = (dayOnly ? formatDate : formatMoment)(element.dateTime, format)
  }
}

/** Sends a code that was typed or pasted in its own spelling. The server reads it out of anything else. */
export function bindCodeField(root: Document): void {
  root.addEventListener('submit', event => {
    const form = event.target as Element | null
    const field = form?.matches('form[data-enter]') ? form.querySelector('input') : null
    if (field) field.value = parseAddressCode(field.value) ?? field.value
  })
}

/** Opens the stage that a link points to, so that the reader sees its content. */
export function openLinkedStage(root: Document): void {
  const open = () => {
    const target = /^#(stage|company)-/.test(location.hash) ? root.getElementById(location.hash.slice(1)) : null
    for (const fold of [target?.closest('details'), target?.querySelector('details')]) fold?.setAttribute('open', '')
  }
  addEventListener('hashchange', open)
  open()
}
