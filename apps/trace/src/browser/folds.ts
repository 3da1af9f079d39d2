const stageFold = 'details.stage-fold'
const button = '[data-unfold]'

const foldsOf = (root: ParentNode) => [...root.querySelectorAll<HTMLDetailsElement>(stageFold)]

/** One press opens all stages and companies of the journey; the next leaves those open that were so at the beginning. */
export function bindFolds(root: Document): void {
  root.addEventListener('click', event => {
    if (!(event.target as Element | null)?.closest(button)) return
    const folds = foldsOf(root)
    const shouldOpen = folds.some(fold => !fold.open)
    for (const fold of folds) fold.open = shouldOpen || fold.dataset.open !== undefined
    updateFoldButton(root)
  })
  // `toggle` events do not bubble.
  root.addEventListener('toggle', () => updateFoldButton(root), true)
}

/** Updates the button to say what it would do, also after a reader has opened the last stage by hand. */
export function updateFoldButton(root: ParentNode): void {
  const allOpen = foldsOf(root).every(fold => fold.open)
  root.querySelector(button)?.setAttribute('aria-expanded', String(allOpen))
}
