import { createTranslator, isAbort } from '@timbermark/client'
import { loadPhrases, loadScreenPhrases } from '@timbermark/phrases'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { reportError } from './shell/feedback.ts'
import { storedLanguage } from './shell/language.ts'
import { offerScreens } from './shell/registry.ts'
import './styles/index.css'

const language = storedLanguage()
const phrases = { ...(await loadPhrases(language)) }
const t = createTranslator(phrases, language)
document.documentElement.lang = t.locale

offerScreens({
  load: () => import('./areas/screens.ts'),
  words: async () => void Object.assign(phrases, await loadScreenPhrases(language)),
})

// A failed call that no screen took care of is still told.
addEventListener('unhandledrejection', event => {
  if (isAbort(event.reason)) return
  event.preventDefault()
  console.error(event.reason)
  reportError(event.reason)
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App t={t} />
  </StrictMode>,
)
