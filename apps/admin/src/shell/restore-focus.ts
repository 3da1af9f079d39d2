import { useEffect } from 'react'

/** How many elements are remembered: the one that opened a dialog, and those before it, should it be gone as well. */
const remembered = 20

const canTakeFocus = (element: HTMLElement) =>
  element.isConnected &&
  element.getClientRects().length > 0 &&
  !element.matches(':disabled') &&
  element.closest('[inert], [aria-hidden="true"]') === null

/**
 * Gives the focus back to what had it before a dialog, when that dialog is taken off the page. The library does so for those that
 * it closes itself; most of ours are unmounted while open, and whoever works by keyboard would begin again at the foot of the page.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    const trail: HTMLElement[] = []
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      trail.push(target)
      if (trail.length > remembered) trail.shift()
    }
    // Dialogs lie in boxes of their own directly in the body, which are empty by the time they go.
    const gone = new MutationObserver(changes => {
      if (document.activeElement !== document.body || trail.at(-1)?.isConnected !== false) return
      if (!changes.some(({ removedNodes }) => removedNodes.length > 0)) return
      trail.findLast(canTakeFocus)?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    gone.observe(document.body, { childList: true })
    return () => {
      document.removeEventListener('focusin', note)
      gone.disconnect()
    }
  }, [])
}
