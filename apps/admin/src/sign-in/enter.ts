import { withFeedback } from '../shell/notices/feedback.ts'
import { afterSignIn } from '../shell/session/guard.ts'
import { takeReturnPath } from '../shell/session/session-end.ts'
import { storeToken } from '../shell/session/stored-session.ts'
import { storeDevice } from './known-device.ts'
import { go } from './navigation.ts'

interface Opened {
  token: string
  url: string
  device?: string
}

/** Stores the opened session in this browser. @param account as it was typed; empty for an identity's sign-in */
export function storeOpened(account: string, { token, device }: Opened): void {
  storeToken(token)
  storeDevice(account, device)
  withFeedback(({ clear }) => clear())
}

/** Opens the page that a sign-in leads to: the wanted one, else the one that this account left, else the server's. */
export async function openAfter(account: string, wanted: string | null, url: string): Promise<void> {
  const left = takeReturnPath(account)
  const isHome = wanted === null || wanted === '' || wanted === '/' || wanted === '/index'
  await go(afterSignIn(isHome ? left : wanted, url), { replace: true })
}
