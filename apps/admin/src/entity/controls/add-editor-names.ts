/**
 * Adds accessible names that the text editor lacks: its buttons get their tooltip as a name, its text area a role and
 * the label of the field, and disabled buttons say so. Repeats this whenever the editor redraws itself.
 * @param label id of the form control that the field's label is for
 * @param states ARIA states of the field, such as `aria-invalid`; they belong on the text area, not on its container
 * @returns a function that stops it
 */
export function addEditorNames(
  holder: HTMLElement,
  label: string | undefined,
  states: Record<string, string | boolean | undefined>,
): () => void {
  const amend = () => {
    const text = holder.querySelector('[contenteditable]')
    const name = label && document.querySelector(`label[for="${CSS.escape(label)}"]`)?.textContent
    if (text && text.getAttribute('role') !== 'textbox') {
      text.setAttribute('role', 'textbox')
      text.setAttribute('aria-multiline', 'true')
      if (name) text.setAttribute('aria-label', name)
    }
    for (const [state, value] of Object.entries(states)) {
      if (value === undefined) text?.removeAttribute(state)
      else text?.setAttribute(state, String(value))
    }
    for (const button of holder.querySelectorAll<HTMLElement>('button[data-tooltip]:not([aria-label])')) {
      // The second line of a tooltip is the keyboard shortcut.
      button.setAttribute('aria-label', button.dataset.tooltip?.split('\n')[0] ?? '')
    }
    // The editor only greys out disabled buttons.
    for (const button of holder.querySelectorAll('button[data-menu-key]'))
      button.setAttribute('aria-disabled', String(button.classList.contains('disabled')))
  }
  amend()
  const observer = new MutationObserver(amend)
  observer.observe(holder, { childList: true, subtree: true, attributes: true, attributeFilter: ['role', 'class'] })
  return () => observer.disconnect()
}
