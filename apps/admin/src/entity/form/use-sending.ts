import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * For a form that is being sent: what is typed meanwhile would neither be sent nor kept, so nothing can be typed. `inert`
 * reaches what the library's `disabled` does not (texts with formats, maps, fields that say themselves whether they are
 * open) and leaves out nothing of what is sent.
 */
export function useSending() {
  const [sending, setSending] = useState(false)
  const held = useRef<Element | null>(null)
  return {
    sending,
    /** Set on the form. */
    still: { inert: sending, 'aria-busy': sending },
    begin() {
      held.current = document.activeElement
      setSending(true)
    },
    /** Can be typed into again. @param stays whether the form does: then the focus comes back to where it was */
    end(stays: boolean) {
      flushSync(() => setSending(false))
      const last = held.current
      held.current = null
      // Whoever has gone elsewhere meanwhile stays there.
      const now = document.activeElement
      if (stays && last instanceof HTMLElement && (now === null || now.contains(last)))
        last.focus({ preventScroll: true })
    },
  }
}
