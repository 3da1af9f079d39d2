import { createIdempotencyKey, type IdempotencyKey } from '@timbermark/client'
import { useInsertionEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { reportError } from '../../shell/index.ts'

/** Headers with which a body is sent so that it is done once. */
export type HeadersFor = IdempotencyKey['headers']

/**
 * Work that is under way once at a time. For whatever is sent: what is typed meanwhile would neither be sent nor kept, so
 * nothing can be typed. `inert` reaches what the library's `disabled` does not (texts with formats, maps, fields that say
 * themselves whether they are open) and leaves out nothing of what is sent.
 */
export function useSendOnce() {
  const [sending, setSending] = useState(false)
  const [idempotencyKey] = useState(() => createIdempotencyKey())
  // State changes only with the next render; a second Enter comes before that.
  const inFlight = useRef(false)
  const unmounted = useRef(false)
  // From a hidden screen, where an ordinary effect is cleaned up, it is told in its place.
  useInsertionEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
    }
  }, [])

  return {
    sending,
    /** Set on what takes nothing meanwhile. */
    inertProps: { inert: sending, 'aria-busy': sending },
    /**
     * Does it, unless something is under way.
     * @param work given headers that make a body happen once, however often it is sent before an answer has come; answers
     *   `false` when it sent nothing after all
     * @param failed shows what it was refused for, once things can be typed again; where that is gone, it is told as a message
     * @param keepFocus whether the form does when it is done: then the focus comes back to where it was
     * @returns whether it was done
     */
    async send(
      work: (headersFor: HeadersFor) => unknown,
      failed: (error: unknown) => void = reportError,
      keepFocus = false,
    ): Promise<boolean> {
      if (inFlight.current) return false
      inFlight.current = true
      const focused = document.activeElement
      setSending(true)
      let done = false
      let failure: { error: unknown } | undefined
      try {
        done = (await work(body => idempotencyKey.headers(body))) !== false
        if (done) idempotencyKey.renew()
      } catch (error) {
        failure = { error }
      }
      inFlight.current = false
      flushSync(() => setSending(false))
      // Whoever has gone elsewhere meanwhile stays there.
      const now = document.activeElement
      if ((keepFocus || !done) && focused instanceof HTMLElement && (now === null || now.contains(focused)))
        focused.focus({ preventScroll: true })
      if (failure) (unmounted.current ? reportError : failed)(failure.error)
      return done
    },
  }
}
