import { ApiError, type Translate, TransportError } from '@timbermark/client'
import { type FeedbackMessage, failureMessage, messageMilliseconds } from '../notices/feedback.ts'
import { loadSession, UserMissing } from './session.ts'

/** Fetches who is signed in. A dropped connection gets a second chance, because failing means to sign in again. */
export async function loadSessionWithRetry(wanted?: { withMenu: boolean }): Promise<void> {
  try {
    await loadSession(wanted)
  } catch (error) {
    if (!(error instanceof TransportError) || error.kind !== 'network') throw error
    await new Promise(resolve => setTimeout(resolve, 800))
    await loadSession(wanted)
  }
}

/** What is said to whoever was signed out because this came instead of the session. */
export function signOutMessage(t: Translate, error: unknown): FeedbackMessage {
  const errorMessage = (text: string): FeedbackMessage => ({ tone: 'error', text, milliseconds: messageMilliseconds })
  if (error instanceof UserMissing) return errorMessage(t('shell.session.userMissing'))
  if (error instanceof ApiError && error.code === 401) return errorMessage(t('shell.session.title'))
  return failureMessage(t, error)
}
