import { ApiError, type Translate } from '@timbermark/client'
import { onSessionEnd } from '../client.ts'
import { onReported, type Question, withFeedback } from '../notices/feedback.ts'
import { signInAddress } from './guard.ts'
import { isSessionReplaced, onSessionReplaced } from './stored-session.ts'
import { clearSession, currentSession, isLoadingSession, tagsKey } from './session.ts'
import { readSession, writeSession } from '../storage.ts'

const returnPathKey = 'return-place'

/** Stores the open path, for the next sign-in of the same account in this window. */
export function storeReturnPath(): void {
  const { user } = currentSession()
  if (user)
    writeSession(returnPathKey, JSON.stringify({ account: user.userName, path: location.pathname + location.search }))
}

/** Returns the path stored for this account and removes it. */
export function takeReturnPath(account: string): string | null {
  const text = readSession(returnPathKey)
  writeSession(returnPathKey, null)
  try {
    const stored = JSON.parse(text ?? 'null') as { account?: unknown; path?: unknown } | null
    return stored?.account === account && typeof stored.path === 'string' ? stored.path : null
  } catch {
    return null
  }
}

/** Leaves by a real page load, so that nothing of the last user stays in memory. */
export function leaveTo(path: string): void {
  location.assign(path)
}

/** Reloads the page for the user who is signed in now in this browser, or opens the sign-in page. */
function leaveSession(): void {
  if (isSessionReplaced()) {
    // The open views belong to the last user. Drafts are stored per user.
    writeSession(tagsKey, null)
    location.reload()
    return
  }
  storeReturnPath()
  clearSession()
  leaveTo(signInAddress('/index'))
}

let pendingQuestion: Promise<void> | undefined

/**
 * Asks once whether to stay (to copy what was typed) or to leave. Until then nothing is cleared.
 * @param fallback runs on pages that cannot ask
 */
function confirmOnce(question: (t: Translate) => Question, fallback: () => void): Promise<void> {
  pendingQuestion ??= new Promise<void>(resolve =>
    withFeedback(async ({ t, confirm }) => {
      const agreed = await confirm?.(question(t))
      resolve()
      if (agreed) leaveSession()
      else if (!confirm) fallback()
    }),
  ).finally(() => {
    pendingQuestion = undefined
  })
  return pendingQuestion
}

const sessionEndedQuestion = (t: Translate): Question => ({
  title: t('shell.session.title'),
  text: t('shell.session.text'),
  yes: t('shell.session.again'),
  no: t('shell.session.stay'),
})

const otherSessionQuestion = (t: Translate): Question =>
  isSessionReplaced()
    ? {
        title: t('shell.session.overtakenTitle'),
        text: t('shell.session.overtakenText', { name: currentSession().user?.userName ?? '' }),
        yes: t('shell.broken.reload'),
        no: t('shell.session.stay'),
      }
    : { ...sessionEndedQuestion(t), title: t('shell.session.leftTitle'), text: t('shell.session.leftText') }

// The session has ended on the server. While the guard loads the session it handles this itself: it signs out and shows
// why.
onSessionEnd(() => (isLoadingSession() ? undefined : confirmOnce(sessionEndedQuestion, () => {})))

/** Watches for another session in this browser, and asks then. */
export function watchSession(): void {
  onSessionReplaced(() => void confirmOnce(otherSessionQuestion, () => location.reload()))
}

const setupErrors = ['auth.initialPassword', 'auth.secondFactorDemanded']

// The password was reset meanwhile, or a role now demands a second factor: after a reload the guard opens the page for
// it.
onReported(error => {
  if (error instanceof ApiError && error.error && setupErrors.includes(error.error)) leaveTo('/')
})
