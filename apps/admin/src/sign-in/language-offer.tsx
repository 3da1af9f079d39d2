import { useState } from 'react'
import { languageToOffer, stayInLanguage, switchLanguage } from '../shell/language.ts'
import { useT } from '../shell/texts.tsx'

/** At the top, for users whose browser uses another language: one tap changes the language, and the choice is stored. */
export function LanguageOffer() {
  const t = useT()
  const [offered, setOffered] = useState(languageToOffer)
  if (!offered) return null
  return (
    <aside className="language-offer" aria-label={t('shell.nav.language')}>
      <button type="button" className="language-offer-take" lang={offered} onClick={() => switchLanguage(offered)}>
        {t(`languageOffer.${offered}`)}
      </button>
      <button
        type="button"
        className="language-offer-stay"
        onClick={() => {
          stayInLanguage(t.language)
          setOffered(undefined)
        }}
      >
        {t('languageOffer.stay')}
      </button>
    </aside>
  )
}
