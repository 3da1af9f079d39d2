import type { ReactNode } from 'react'
import { languages } from '../format.ts'
import { languageUrl } from '../links.ts'
import type { Texts } from '../texts.ts'
import type { Language } from '../types.ts'
import { Logo } from './Logo.tsx'

interface Props {
  language: Language
  /** Path and query of the page, for links to it in another language. */
  url: string
  /** Official host of the page, which the reader should see in the address bar; null when unknown. */
  officialHost: string | null
  texts: Texts
  children: ReactNode
}

/** Language tags for documents. */
export const languageTags: Record<Language, string> = { zh: 'zh-CN', en: 'en', fr: 'fr' }

/** Everything that a reader sees: bar, content and footer. The server draws it, and the browser again from what it proved. */
export function Page({ language, url, officialHost, texts, children }: Props) {
  return (
    <>
      <a className="skip" href="#content">
        {texts.t('trace.skip')}
      </a>
      <Bar language={language} url={url} texts={texts} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="foot">
        {officialHost !== null && <p className="host">{texts.t('trace.footer.host', { host: officialHost })}</p>}
        <p>{texts.t('trace.footer.privacy')}</p>
        <p>
          <a href={`/news?lang=${language}`}>{texts.t('trace.footer.news')}</a>
          {' · '}
          <a href={`/market?lang=${language}`}>{texts.t('trace.footer.market')}</a>
        </p>
        <p className="brand-foot">
          {texts.t('app.name')} · {texts.t('app.title')}
        </p>
      </footer>
    </>
  )
}

function Bar({ language: current, url, texts }: Pick<Props, 'language' | 'url' | 'texts'>) {
  return (
    <header className="bar">
      <a className="brand" href="/c" aria-label={texts.t('trace.home')}>
        <Logo />
        <span>{texts.t('app.name')}</span>
      </a>
      <nav aria-label={texts.t('trace.language')}>
        <ul className="languages">
          {languages.map(language => (
            <li key={language}>
              <a
                href={languageUrl(url, language)}
                hrefLang={languageTags[language]}
                lang={languageTags[language]}
                data-language={language}
                aria-current={language === current ? 'true' : undefined}
              >
                {texts.t(`language.${language}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}
