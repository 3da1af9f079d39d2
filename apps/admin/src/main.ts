import './shell/theme/style-nonce.ts'
import { loadPhrases } from '@timbermark/phrases'
import { isPublic, signInAddress } from './shell/session/guard.ts'
import { pageToken } from './shell/session/stored-session.ts'
import { storedLanguage } from './shell/language.ts'
import './styles/index.css'

/**
 * Small, so that visitors who are not signed in are redirected before the back office has loaded, and the phrases load
 * in parallel with it.
 */
async function begin(): Promise<void> {
  const { pathname, search } = location
  if (!pageToken() && !isPublic(pathname)) return location.replace(signInAddress(pathname + search))
  const language = storedLanguage()
  const [{ start }, phrases] = await Promise.all([import('./start.tsx'), loadPhrases(language)])
  start(phrases, language)
}

void begin()
