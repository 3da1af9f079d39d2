import { isAbort } from '@timbermark/client'
import { reportError } from './feedback.ts'

/** Reports failed calls that no page handles. */
export function reportUnhandledFailures(): void {
  addEventListener('unhandledrejection', event => {
    if (isAbort(event.reason)) return
    event.preventDefault()
    console.error(event.reason)
    reportError(event.reason)
  })
}
