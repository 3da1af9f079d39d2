import { createTranslator } from '@timbermark/client'
import type { Language } from '@timbermark/contract'
import { loadFigurePhrases, loadHelpPhrases, loadScreenPhrases, type Phrases } from '@timbermark/phrases'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { registerScreens } from './shell/registry.ts'
import { showDeferredMessage } from './shell/session/deferred-message.ts'
import { watchSession } from './shell/session/session-end.ts'
import { reportUnhandledFailures } from './shell/notices/unhandled-failures.ts'

/** Shows the back office with the phrases that it needs at first. */
export function start(startPhrases: Phrases, language: Language): void {
  const phrases = { ...startPhrases }
  const t = createTranslator(phrases, language)
  document.documentElement.lang = t.locale

  registerScreens({
    load: () => import('./areas/screens.ts'),
    loadPhrases: async () => void Object.assign(phrases, await loadScreenPhrases(language)),
    loadFigurePhrases: async () => void Object.assign(phrases, await loadFigurePhrases(language)),
    loadHelpPhrases: async () => void Object.assign(phrases, await loadHelpPhrases(language)),
  })
  reportUnhandledFailures()
  watchSession()
  showDeferredMessage()

  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App t={t} />
    </StrictMode>,
  )
}
