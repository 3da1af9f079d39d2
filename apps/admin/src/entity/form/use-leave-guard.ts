import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useT } from '../../shell/index.ts'
import { useFeedback } from '../use-feedback.ts'

/**
 * Asks before unsaved changes are lost: on closing, on going to another screen (the back button included), and on
 * closing the page.
 */
export function useLeaveGuard(dirty: boolean) {
  const t = useT()
  const feedback = useFeedback()
  const guarded = useRef(dirty)
  guarded.current = dirty
  // Once the person has agreed, or everything is saved, nothing is asked any more.
  const released = useRef(false)

  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])

  const ask = (leave: () => void) =>
    feedback.ask({
      title: t('entity.leaveTitle'),
      text: t('entity.leaveText'),
      ok: t('entity.leave'),
      danger: true,
      run: () => {
        released.current = true
        leave()
      },
    })

  const blocker = useBlocker(() => guarded.current && !released.current)
  const { state } = blocker
  const asking = useRef(false)
  useEffect(() => {
    if (state !== 'blocked' || asking.current) return
    asking.current = true
    void ask(() => blocker.proceed?.()).then(() => {
      asking.current = false
      if (!released.current) blocker.reset?.()
    })
  })

  return {
    /** Carries out `leave`, after asking when there is something to lose. */
    attempt(leave: () => void) {
      if (!guarded.current || released.current) leave()
      else void ask(leave)
    },
    /** Everything is saved: leaving is free. */
    release() {
      released.current = true
    },
  }
}
