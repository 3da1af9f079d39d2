import { createIdempotencyKey, type IdempotencyKey } from '@timbermark/client'
import { useInsertionEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { reportError } from '../../shell/index.ts'

/** Builds the headers that make a request with this body happen once. */
export type HeadersFor = IdempotencyKey['headers']

/**
 * Runs one request at a time, with an idempotency key. While it runs, nothing can be typed: later input would neither
 * be sent nor stored. `inert` covers what the library's `disabled` does not (rich text, maps, fields that control their
 * own opening) and leaves out nothing of what is sent.
 */
export function useSendOnce() {
  const [sending, setSending] = useState(false)
  const [idempotencyKey] = useState(() => createIdempotencyKey())
  // State changes only with the next render; a second Enter can come before that.
  const inFlight = useRef(false)
  const unmounted = useRef(false)
  // An ordinary effect is cleaned up on a hidden screen, where the form still exists; this one is not.
  useInsertionEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
    }
  }, [])

  return {
    sending,
    /** Props for the element that takes no input meanwhile. */
    inertProps: { inert: sending, 'aria-busy': sending },
    /**
     * Runs the work, unless something is already running.
     * @param work gets the headers that make a body happen once, however often it is sent before an answer has come;
     * answers `false` when it sent nothing
     * @param failed shows a failure, after input is possible again; once the form is gone, a message reports it
     * @param keepFocus whether the form stays after success; the focus then returns to where it was
     * @returns whether the work succeeded
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
      // The focus stays where the user has moved it meanwhile.
      const now = document.activeElement
      if ((keepFocus || !done) && focused instanceof HTMLElement && (now === null || now.contains(focused)))
        focused.focus({ preventScroll: true })
      if (failure) (unmounted.current ? reportError : failed)(failure.error)
      return done
    },
  }
}
