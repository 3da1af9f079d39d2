import { useEffect } from 'react'

/**
 * How many focused elements are remembered: the one that opened a dialog, and those before it in case it is gone as
 * well.
 */
const remembered = 20

const canTakeFocus = (element: HTMLElement) =>
  element.isConnected &&
  element.getClientRects().length > 0 &&
  !element.matches(':disabled') &&
  element.closest('[inert], [aria-hidden="true"]') === null

/**
 * Restores the focus when a dialog is removed from the page. The library does so for dialogs that it closes itself;
 * most of ours are unmounted while open, and keyboard users would start again at the end of the page.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    const trail: HTMLElement[] = []
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      trail.push(target)
      if (trail.length > remembered) trail.shift()
    }
    // Each dialog has a container directly in the body, which is empty by the time it is removed.
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
