const stageFold = 'details.stage-fold'
const button = '[data-unfold]'

const foldsOf = (root: ParentNode) => [...root.querySelectorAll<HTMLDetailsElement>(stageFold)]

/** One press opens all stages of the journey; the next leaves only the first and the last open, as at the beginning. */
export function bindFolds(root: Document): void {
  root.addEventListener('click', event => {
    if (!(event.target as Element | null)?.closest(button)) return
    const folds = foldsOf(root)
    const shouldOpen = folds.some(fold => !fold.open)
    for (const [n, fold] of folds.entries()) fold.open = shouldOpen || n === 0 || n === folds.length - 1
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
