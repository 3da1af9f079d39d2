import { languages } from '@timbermark/contract'
import { switchLanguage } from '../shell/language.ts'
import { useT } from '../shell/texts.tsx'

/** The three languages, each by its own name. */
export function LanguageLinks() {
  const t = useT()
  return (
    <nav className="language-links" aria-label={t('shell.nav.language')}>
      {languages.map(language => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-current={language === t.language ? 'true' : undefined}
          onClick={() => language !== t.language && switchLanguage(language)}
        >
          {t(`language.${language}`)}
        </button>
      ))}
    </nav>
  )
}
