import { ApiError, type Translate, TransportError } from '@timbermark/client'
import { type Saying, sayingOf, sayMilliseconds } from '../notices/feedback.ts'
import { loadSession, UserMissing } from './session.ts'

/** Fetches who is signed in. A dropped connection gets a second chance, because failing means to sign in again. */
export async function loadOnce(wanted?: { withMenu: boolean }): Promise<void> {
  try {
    await loadSession(wanted)
  } catch (error) {
    if (!(error instanceof TransportError) || error.kind !== 'network') throw error
    await new Promise(resolve => setTimeout(resolve, 800))
    await loadSession(wanted)
  }
}

/** What is said to whoever was signed out because this came instead of the session. */
export function farewell(t: Translate, error: unknown): Saying {
  const complain = (text: string): Saying => ({ tone: 'error', text, milliseconds: sayMilliseconds })
  if (error instanceof UserMissing) return complain(t('shell.session.userMissing'))
  if (error instanceof ApiError && error.code === 401) return complain(t('shell.session.title'))
  return sayingOf(t, error)
}
