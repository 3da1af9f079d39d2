import { isAbort } from '@timbermark/client'
import { reportError } from './feedback.ts'

/** A failed call that no page took care of is still told. */
export function reportUnhandledFailures(): void {
  addEventListener('unhandledrejection', event => {
    if (isAbort(event.reason)) return
    event.preventDefault()
    console.error(event.reason)
    reportError(event.reason)
  })
}
