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
export function useSending() {
  const [sending, setSending] = useState(false)
  const [key] = useState(() => createIdempotencyKey())
  // State changes only with the next render; a second Enter comes before that.
  const underWay = useRef(false)
  const gone = useRef(false)
  // From a hidden screen, where an ordinary effect is cleaned up, it is told in its place.
  useInsertionEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  return {
    sending,
    /** Set on what takes nothing meanwhile. */
    still: { inert: sending, 'aria-busy': sending },
    /**
     * Does it, unless something is under way.
     * @param work given headers that make a body happen once, however often it is sent before an answer has come; answers
     *   `false` when it sent nothing after all
     * @param failed shows what it was refused for, once things can be typed again; where that is gone, it is told as a message
     * @param stays whether the form does when it is done: then the focus comes back to where it was
     * @returns whether it was done
     */
    async send(
      work: (headersFor: HeadersFor) => unknown,
      failed: (error: unknown) => void = reportError,
      stays = false,
    ): Promise<boolean> {
      if (underWay.current) return false
      underWay.current = true
      const held = document.activeElement
      setSending(true)
      let done = false
      let failure: { error: unknown } | undefined
      try {
        done = (await work(body => key.headers(body))) !== false
        if (done) key.renew()
      } catch (error) {
        failure = { error }
      }
      underWay.current = false
      flushSync(() => setSending(false))
      // Whoever has gone elsewhere meanwhile stays there.
      const now = document.activeElement
      if ((stays || !done) && held instanceof HTMLElement && (now === null || now.contains(held)))
        held.focus({ preventScroll: true })
      if (failure) (gone.current ? reportError : failed)(failure.error)
      return done
    },
  }
}
