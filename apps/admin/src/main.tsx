import { createTranslator, isAbort } from '@timbermark/client'
import type { Language } from '@timbermark/contract'
import { loadPhrases } from '@timbermark/phrases'
import dayjs from 'dayjs'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { reportError } from './shell/feedback.ts'
import { storedLanguage } from './shell/language.ts'
import './styles/index.css'

async function loadLibraryTexts(language: Language) {
  switch (language) {
    case 'en':
      return (await import('antd/locale/en_US')).default
    case 'fr':
      return (await Promise.all([import('antd/locale/fr_FR'), import('dayjs/locale/fr')]))[0].default
    default:
      return (await Promise.all([import('antd/locale/zh_CN'), import('dayjs/locale/zh-cn')]))[0].default
  }
}

const dayLocales: Record<Language, string> = { zh: 'zh-cn', en: 'en', fr: 'fr' }

const language = storedLanguage()
const [phrases, locale] = await Promise.all([loadPhrases(language), loadLibraryTexts(language)])
const t = createTranslator(phrases, language)
dayjs.locale(dayLocales[language])
document.documentElement.lang = t.locale

// A failed call that no screen took care of is still told.
addEventListener('unhandledrejection', event => {
  if (isAbort(event.reason)) return
  event.preventDefault()
  console.error(event.reason)
  reportError(event.reason)
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App t={t} locale={locale} />
  </StrictMode>,
)
