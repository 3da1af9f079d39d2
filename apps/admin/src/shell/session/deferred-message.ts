import { type FeedbackMessage, withFeedback, showFeedback } from '../notices/feedback.ts'
import { readSession, writeSession } from '../storage.ts'

const key = 'said-later'

/** For what is to be said as the page is left for another program of this site: it says it. */
export function deferMessage(message: FeedbackMessage): void {
  writeSession(key, JSON.stringify(message))
}

/** Says what the program before left to be said, once. */
export function showDeferredMessage(): void {
  const stored = readSession(key)
  if (stored === null) return
  writeSession(key, null)
  try {
    const message = JSON.parse(stored) as FeedbackMessage
    if (typeof message.text === 'string') withFeedback(means => showFeedback(means, message))
  } catch {
    // Not ours.
  }
}
