import { updateFoldButton } from './folds.ts'

/** What a reader has done on a page, and must find again when it is redrawn. */
interface ReaderState {
  typed: readonly { id: string; value: string }[]
  /** Records whose details are open. */
  unfolded: readonly string[]
  /** Stages and companies that the reader has opened or closed, by element id. */
  stages: readonly { id: string; open: boolean }[]
  focus: { id: string; selection: readonly [number | null, number | null] } | null
}

/** Saves only what the reader did: the value of an input counts when it differs from the one that the page came with. */
export function saveReaderState(root: Document): ReaderState {
  // Another page may be being drawn in a second body.
  const page = root.body
  const inputs = [...page.querySelectorAll<HTMLInputElement>('input[id]')]
  const active = root.activeElement
  return {
    typed: inputs.filter(input => input.value !== input.defaultValue).map(({ id, value }) => ({ id, value })),
    unfolded: [...page.querySelectorAll<HTMLElement>('[data-record]')].flatMap(record =>
      record.querySelector(':scope > details[open]') ? [record.dataset.record ?? ''] : [],
    ),
    stages: [...page.querySelectorAll<HTMLDetailsElement>('.stage > details, .company > details')]
      .filter(fold => fold.open !== (fold.dataset.open !== undefined))
      .map(fold => ({ id: fold.parentElement?.id ?? '', open: fold.open })),
    focus: active?.id ? { id: active.id, selection: selectionOf(active) } : null,
  }
}

/** Restores the state as far as the new page has the same elements. */
export function restoreReaderState(root: Document, { typed, unfolded, stages, focus }: ReaderState): void {
  for (const { id, value } of typed) {
    const input = root.getElementById(id)
    if (input instanceof HTMLInputElement) input.value = value
  }
  for (const record of root.querySelectorAll<HTMLElement>('[data-record]'))
    if (unfolded.includes(record.dataset.record ?? ''))
      record.querySelector(':scope > details')?.setAttribute('open', '')
  for (const { id, open } of stages) {
    const fold = root.getElementById(id)?.querySelector<HTMLDetailsElement>(':scope > details')
    if (fold) fold.open = open
  }
  updateFoldButton(root)
  const field = focus && root.getElementById(focus.id)
  if (!field) return
  field.focus({ preventScroll: true })
  if (field instanceof HTMLInputElement) field.setSelectionRange(...focus.selection)
}

function selectionOf(element: Element): readonly [number | null, number | null] {
  return element instanceof HTMLInputElement ? [element.selectionStart, element.selectionEnd] : [null, null]
}
