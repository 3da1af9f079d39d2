import { createTranslator } from '@timbermark/client'
import { loadSignInPhrases } from '@timbermark/phrases'
import { pageToken } from '../shell/session/stored-session.ts'
import { storedLanguage } from '../shell/language.ts'
import '../styles/sign-in.css'
import { prefetchCaptcha } from './captcha-request.ts'

/**
 * Small, because everything that the form needs is requested here in parallel: its script (which the document lets the
 * browser prefetch), its phrases, and whether it shows a picture.
 */
async function start(): Promise<void> {
  const language = storedLanguage()
  const screen = import('./screen.tsx')
  const loading = loadSignInPhrases(language)
  if (/^\/(login|register)$/.test(location.pathname) && !pageToken()) prefetchCaptcha()
  const [{ show }, phrases] = await Promise.all([screen, loading])
  const t = createTranslator(phrases, language)
  document.documentElement.lang = t.locale
  await show(t)
}

void start()
