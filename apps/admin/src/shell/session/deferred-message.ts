import { type FeedbackMessage, withFeedback, showFeedback } from '../notices/feedback.ts'
import { readSession, writeSession } from '../storage.ts'

const key = 'said-later'

/** Stores a message for the next program of this site, when the page is left for it. */
export function deferMessage(message: FeedbackMessage): void {
  writeSession(key, JSON.stringify(message))
}

/** Shows the message that the previous program stored, once. */
export function showDeferredMessage(): void {
  const stored = readSession(key)
  if (stored === null) return
  writeSession(key, null)
  try {
    const message = JSON.parse(stored) as FeedbackMessage
    if (typeof message.text === 'string') withFeedback(output => showFeedback(output, message))
  } catch {
    // Not written by us.
  }
}
