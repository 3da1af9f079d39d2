import { tellFolds } from './folds.ts'

/** What a reader has done on a page, and must find again when it is drawn anew. */
interface Kept {
  typed: readonly { id: string; value: string }[]
  /** Records whose details are folded out. */
  unfolded: readonly string[]
  /** Stages that he has opened or closed, by the ids of their places. */
  stages: readonly { id: string; open: boolean }[]
  focus: { id: string; selection: readonly [number | null, number | null] } | null
}

/** Takes only what the reader himself has done: an input's value counts when it is not the one that the page came with. */
export function keepReader(root: Document): Kept {
  // Beside it another page may be being drawn.
  const page = root.body
  const inputs = [...page.querySelectorAll<HTMLInputElement>('input[id]')]
  const active = root.activeElement
  return {
    typed: inputs.filter(input => input.value !== input.defaultValue).map(({ id, value }) => ({ id, value })),
    unfolded: [...page.querySelectorAll<HTMLElement>('[data-record]')].flatMap(record =>
      record.querySelector(':scope > details[open]') ? [record.dataset.record ?? ''] : [],
    ),
    stages: [...page.querySelectorAll<HTMLDetailsElement>('.stage > details')]
      .filter(fold => fold.open !== (fold.dataset.open !== undefined))
      .map(fold => ({ id: fold.parentElement?.id ?? '', open: fold.open })),
    focus: active?.id ? { id: active.id, selection: selectionOf(active) } : null,
  }
}

/** Puts it back, as far as the new page has places for it. */
export function restoreReader(root: Document, { typed, unfolded, stages, focus }: Kept): void {
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
  tellFolds(root)
  const field = focus && root.getElementById(focus.id)
  if (!field) return
  field.focus({ preventScroll: true })
  if (field instanceof HTMLInputElement) field.setSelectionRange(...focus.selection)
}

function selectionOf(element: Element): readonly [number | null, number | null] {
  return element instanceof HTMLInputElement ? [element.selectionStart, element.selectionEnd] : [null, null]
}
