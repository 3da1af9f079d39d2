const stageFold = 'details.stage-fold'
const button = '[data-unfold]'

const foldsOf = (root: ParentNode) => [...root.querySelectorAll<HTMLDetailsElement>(stageFold)]

/** One press opens all stages of the journey, the next leaves the first and the last open, as they came. */
export function bindFolds(root: Document): void {
  root.addEventListener('click', event => {
    if (!(event.target as Element | null)?.closest(button)) return
    const folds = foldsOf(root)
    const open = folds.some(fold => !fold.open)
    for (const [n, fold] of folds.entries()) fold.open = open || n === 0 || n === folds.length - 1
    tellFolds(root)
  })
  // These events do not rise.
  root.addEventListener('toggle', () => tellFolds(root), true)
}

/** The button says what it would do, also after a reader has opened the last one by hand. */
export function tellFolds(root: ParentNode): void {
  const all = foldsOf(root).every(fold => fold.open)
  root.querySelector(button)?.setAttribute('aria-expanded', String(all))
}
