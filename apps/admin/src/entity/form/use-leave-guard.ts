import { useInsertionEffect, useRef } from 'react'
import { useT } from '../../shell/index.ts'
import { useFeedback } from '../actions/use-feedback.ts'

/**
 * Asks before unsaved changes are lost: when the form is closed and when the tab is closed. Opening another screen is
 * free, because the tab keeps a draft.
 */
export function useLeaveGuard(dirty: boolean) {
  const t = useT()
  const feedback = useFeedback()
  const guarded = useRef(dirty)
  guarded.current = dirty
  // After the user has agreed, or everything is saved, nothing is asked any more.
  const released = useRef(false)

  // A form on a hidden screen is lost with the tab as well; an ordinary effect would be cleaned up there.
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
    /** Runs `leave`, after a question when there are unsaved changes. */
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
