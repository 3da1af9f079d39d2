import { useInsertionEffect, useRef } from 'react'
import { useT } from '../../shell/index.ts'
import { useFeedback } from '../actions/use-feedback.ts'

/**
 * Asks before unsaved changes are lost: when the form is given up and when the tab is closed. Another screen may be opened
 * meanwhile: the tab keeps a draft.
 */
export function useLeaveGuard(dirty: boolean) {
  const t = useT()
  const feedback = useFeedback()
  const guarded = useRef(dirty)
  guarded.current = dirty
  // Once the person has agreed, or everything is saved, nothing is asked any more.
  const released = useRef(false)

  // A form that waits on a hidden screen is lost with the tab as well: an ordinary effect would be cleaned up there.
  useInsertionEffect(() => {
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
