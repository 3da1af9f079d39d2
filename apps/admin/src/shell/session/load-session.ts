import { ApiError, type Translate, TransportError } from '@timbermark/client'
import { type FeedbackMessage, failureMessage, messageMilliseconds } from '../notices/feedback.ts'
import { loadSession, UserMissing } from './session.ts'

/** Loads the session. A dropped connection is retried once, because failing means signing in again. */
export async function loadSessionWithRetry(wanted?: { withMenu: boolean }): Promise<void> {
  try {
    await loadSession(wanted)
  } catch (error) {
    if (!(error instanceof TransportError) || error.kind !== 'network') throw error
    await new Promise(resolve => setTimeout(resolve, 800))
    await loadSession(wanted)
  }
}

/** The message for a user who was signed out because of this failure. */
export function signOutMessage(t: Translate, error: unknown): FeedbackMessage {
  const errorMessage = (text: string): FeedbackMessage => ({ tone: 'error', text, milliseconds: messageMilliseconds })
  if (error instanceof UserMissing) return errorMessage(t('shell.session.userMissing'))
  if (error instanceof ApiError && error.code === 401) return errorMessage(t('shell.session.title'))
  return failureMessage(t, error)
}
